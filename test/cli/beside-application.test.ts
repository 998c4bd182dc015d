import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { startChild, type TalkingChild } from '../ledger/child-process.ts';
import { schema } from './application-schema.ts';
import { cli, envelopeOf, startCli, temporaryFolder, until } from './run-cli.ts';

vi.setConfig({ testTimeout: 180_000 });

const PGLITE = createRequire(import.meta.url).resolve('@electric-sql/pglite');

let folder: ReturnType<typeof temporaryFolder>;
let application: TalkingChild;

beforeAll(async () => {
  folder = temporaryFolder({ 'mendq.config.ts': configText() });
  application = startChild('../cli/application-child.ts', folder.path);
  while ((await application.line()) !== 'ready');
}, 120_000);
afterAll(async () => {
  application.kill('SIGKILL');
  await application.ended;
  folder.drop();
});

/** Names the queue's database, which only one process may open; whoever opens it leaves a mark. */
function configText(): string {
  return `import { appendFileSync } from 'node:fs';
import { PGlite } from ${JSON.stringify(PGLITE)};
import { defineConfig } from 'mendq';
import { bullmq, pglitePool } from 'mendq/bullmq';
const open = () => { appendFileSync('opened', String(process.pid)); return PGlite.create('queues'); };
export default defineConfig({
  ledger: 'ledger',
  archive: 'archive',
  queues: [bullmq('parcels', { postgres: pglitePool(open), jobs: { send: { schema: ${JSON.stringify(schema)}, effects: 'none' } } })],
});
`;
}

const run = (...words: string[]) => cli(words, { cwd: folder.path });

test('commands look at queues on an embedded database through the application that has it', async () => {
  const inspected = await run('inspect', '--json');
  expect(inspected.stderr).toBe(`through the process that holds this ledger (application-child.ts, process ${application.pid})\n`);
  expect(envelopeOf(inspected)).toMatchObject({ status: 'ok', summary: { letters: 3, queues: { parcels: 3 } } });
  expect(envelopeOf(await run('plan', '--json')).items).toMatchObject([{ verdict: 'repair' }, { verdict: 'repair' }, { verdict: 'repair' }]);
  expect(existsSync(join(folder.path, 'opened'))).toBe(false);
});

test('they heal through it, and the application hears of it', async () => {
  const healed = envelopeOf(await run('heal', '--wait', '--json'));
  expect(healed).toMatchObject({ status: 'ok', summary: { decided: 3, replayed: 3, outcomes: { healed: 3 }, unfinished: 0 } });
  const lines = new Set<string>();
  while (lines.size < 6) lines.add(await application.line());
  expect([...lines].toSorted()).toEqual(['done a', 'done b', 'done c', 'healed a', 'healed b', 'healed c']);
  expect(envelopeOf(await run('show', 'a', '--json')).items).toMatchObject([{ messageId: 'a', state: 'healed' }]);
  expect(existsSync(join(folder.path, 'opened'))).toBe(false);
});

test('a patrol takes over when the application goes, and commands go through the patrol', async () => {
  const patrol = startCli(['patrol', '--json'], { cwd: folder.path });
  application.kill('SIGTERM');
  expect(await application.ended).toBe(0);
  await until(() => patrol.output().stdout.includes('pass-finished'), 60_000);
  const verified = await run('verify', '--json');
  expect(verified).toMatchObject({ code: 0, stderr: `through the patrol that holds this ledger (process ${patrol.child.pid})\n` });
  expect(envelopeOf(await run('inspect', '--json'))).toMatchObject({ status: 'nothing_to_do', summary: { queues: { parcels: 0 } } });
  patrol.child.kill('SIGTERM');
  expect((await patrol.ended).code).toBe(0);
});
