import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { canaryWorld, marksIn, type CanaryWorld } from './canary-world.ts';
import { cliHere } from './cli-here.ts';
import { envelopeOf, startCli, until, type CliEnd } from './run-cli.ts';

/** Columns that hold a letter's own content by design: what is put back, restored, matched or repaired. */
const ORIGINALS = new Set(['letters.body', 'letters.headers', 'letters.reason', 'letters.stack', 'letters.plan_body', 'letters.idempotency_key', 'blocklist.value']);

let world: CanaryWorld;

beforeAll(async () => {
  world = await canaryWorld();
});
afterAll(() => world.close());

/** Runs a command as people and as programs do; neither may see a mark. */
async function discreet(...words: string[]): Promise<CliEnd> {
  for (const flags of [[], ['--verbose'], ['--json', '--verbose']]) {
    const end = await cliHere([...words, ...flags], { cwd: world.folder });
    expect({ flags, stdout: marksIn(end.stdout), stderr: marksIn(end.stderr) }).toEqual({ flags, stdout: [], stderr: [] });
  }
  return cliHere([...words, '--json'], { cwd: world.folder });
}

/** Every text of every table of the ledger's database that shows a mark, as `table.column`. */
async function markedColumns(): Promise<readonly string[]> {
  const client = new Client({ connectionString: world.database });
  await client.connect();
  try {
    const { rows } = await client.query<{ place: string; schema: string; relation: string; name: string }>(
      `select table_name || '.' || column_name as place, table_schema as schema, table_name as relation, column_name as name
       from information_schema.columns where table_schema not in ('pg_catalog', 'information_schema')`,
    );
    const marked: string[] = [];
    for (const { place, schema, relation, name } of rows) {
      const texts = await client.query<{ text: string | null }>(`select "${name}"::text as text from "${schema}"."${relation}"`);
      const found = texts.rows.flatMap(({ text }) => marksIn(readable(text ?? '')));
      if (found.length > 0) marked.push(ORIGINALS.has(place) ? place : `${place}: ${found.join('\n')}`);
    }
    return marked;
  } finally {
    await client.end();
  }
}

/** bytea is printed in hex. */
function readable(text: string): string {
  return /^\\x([0-9a-f]{2})*$/.test(text) ? Buffer.from(text.slice(2), 'hex').toString('utf8') : text;
}

describe('no command shows what stands at a redacted place', () => {
  test('before anything is stored: inspect, plan, show, doctor', async () => {
    for (const id of world.marked) expect(marksIn(JSON.stringify(await world.queue.getJob(id))).length).toBeGreaterThan(5);
    expect((await discreet('inspect')).stdout).toContain('[redacted]');
    expect((await discreet('plan')).stdout).toContain('[redacted]');
    for (const id of [...world.marked, 'broken']) expect(envelopeOf(await discreet('show', id)).summary).toMatchObject({ recorded: false });
    await discreet('doctor');
    const exported = envelopeOf(await discreet('export', '--from-queue'));
    // A body that is no JSON is left out: in it nothing can be found.
    expect(exported).toMatchObject({ summary: { letters: world.marked.length, hidden: world.marked.length, leftOut: 1 } });
  });

  test('while it heals: heal, with every kind of hook and validator failing', async () => {
    world.startWork();
    const end = await cliHere(['heal', '--json', '--verbose'], { cwd: world.folder });
    expect(marksIn(end.stdout + end.stderr)).toEqual([]);
    const whys = new Map(envelopeOf(end).items.map((item) => [item['messageId'], String(item['why'])]));
    for (const id of ['validator', 'hook', 'many', 'key']) expect(whys.get(id)).toContain('[redacted]');
    const waited = await cliHere(['heal', '--wait', '--timeout', '3s'], { cwd: world.folder });
    expect(marksIn(waited.stdout + waited.stderr)).toEqual([]);
    await discreet('heal');
  });

  test('after it: show of every letter, restore, resume, verify, and what fails', async () => {
    for (const id of [...world.marked, 'broken']) expect(envelopeOf(await discreet('show', id)).summary).toMatchObject({ recorded: true });
    const restored = await cliHere(['restore', 'attack', '--json', '--verbose'], { cwd: world.folder });
    expect(restored.code).toBe(0);
    expect(marksIn(restored.stdout + restored.stderr)).toEqual([]);
    expect((await discreet('restore', 'hook')).code).toBe(1);
    expect((await discreet('show', 'nowhere')).code).toBe(1);
    expect((await discreet('verify')).code).toBe(0);
    for (const words of [['inspect'], ['plan'], ['doctor'], ['export'], ['resume', 's1:none'], ['heal', '--queue', 'nowhere']]) await discreet(...words);
  });

  test('when persons act: replay, undo, requeue, discard, forget', async () => {
    await discreet('replay', 'hook');
    await discreet('undo', 'hook');
    for (const id of ['cut', 'validator', 'key']) {
      const changed = await discreet('requeue', id, '--set', '/password="zebraedited again"', '--change-protected', '--dry-run');
      expect(changed.stdout).toContain(id === 'cut' ? '"value":"[redacted]"' : '[redacted]');
    }
    const requeued = await cliHere(['requeue', 'cut', '--set', '/password="zebraedited again"', '--json', '--verbose'], { cwd: world.folder });
    expect({ code: requeued.code, marks: marksIn(requeued.stdout + requeued.stderr) }).toEqual({ code: 0, marks: [] });
    await discreet('discard', 'axios', '--reason', 'Key (email)=(zebrapointer@example.com)');
    const { summary } = envelopeOf(await discreet('forget', 'subject-9'));
    expect(summary).toMatchObject({ forgotten: 1 });
    expect(summary['hooksThatThrew']).toBeGreaterThan(0);
    await discreet('forget', 'subject-9', '--yes');
    for (const id of ['hook', 'cut', 'axios', 'pg']) await discreet('show', id);
  });

  test.each([['for programs', ['--json']], ['for people', []]])('on patrol, %s', async (_case, flags) => {
    const running = startCli(['patrol', '--verbose', ...flags], { cwd: world.folder });
    const passes = (): string => running.output().stdout + running.output().stderr;
    await world.queue.add('hook', JSON.parse(JSON.stringify((await world.queue.getJob('hook'))?.data)), { jobId: `later-${flags.length}` });
    await until(() => passes().includes(`later-${flags.length}`), 60_000);
    running.child.kill('SIGTERM');
    const { stdout, stderr } = await running.ended;
    expect(marksIn(stdout + stderr)).toEqual([]);
    expect(stdout + stderr).toContain('[redacted]');
  });

  test('the ledger tells it nowhere but in the letters themselves', async () => {
    const marked = await markedColumns();
    expect(marked.filter((place) => !ORIGINALS.has(place))).toEqual([]);
    for (const place of ['letters.body', 'letters.reason', 'letters.stack', 'letters.plan_body', 'letters.idempotency_key']) expect(marked).toContain(place);
  });
});
