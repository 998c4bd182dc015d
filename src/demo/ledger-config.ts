import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Runs the command line as this demo was run: from the sources, or from the installed package. */
const COMMAND = import.meta.url.endsWith('.ts') ? 'npx tsx src/cli/main.ts' : 'npx mendq';

/**
 * Writes a configuration beside the demo's ledger with which the other commands can look at it, and returns the command
 * lines that make sense now. The queues end with the demo; opening one says so.
 */
export async function leaveLedgerToLookAt(folder: string, directory: string, queues: readonly string[]): Promise<readonly string[]> {
  const path = join(folder, 'mendq.config.mjs');
  await writeFile(path, configText(queues));
  const config = `--config ${relative(directory, path)}`;
  return [`${COMMAND} show inv_98234 ${config}`, `${COMMAND} show cus_901 ${config}`, `${COMMAND} verify ${config}`];
}

function configText(queues: readonly string[]): string {
  return `// Written by mendq demo: its ledger and archive are here, its queues ended with it.
const ended = async () => {
  throw new Error('this queue ended with the demo; its ledger is all that is left');
};

export default {
  ledger: 'ledger',
  archive: 'archive',
  queues: ${JSON.stringify(queues)}.map((name) => ({ name, broker: 'bullmq', jobs: {}, open: ended })),
};
`;
}
