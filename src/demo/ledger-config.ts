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
import { defineConfig, MendqError } from 'mendq';

const ended = async () => {
  throw new MendqError('MENDQ_E_BROKER_UNREACHABLE', 'the queues of the demo ended with it', {
    hint: 'Its ledger is left: mendq show LETTER, mendq verify. To see the queues at work, run mendq demo again.',
  });
};

export default defineConfig({
  ledger: 'ledger',
  archive: 'archive',
  queues: ${JSON.stringify(queues)}.map((name) => ({ name, broker: 'bullmq', jobs: {}, open: ended })),
});
`;
}
