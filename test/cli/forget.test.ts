import { afterAll, beforeAll, expect, test } from 'vitest';

import { cliHere } from './cli-here.ts';
import { redisWorld, type RedisWorld } from './redis-world.ts';
import { envelopeOf } from './run-cli.ts';

let world: RedisWorld;
let jobs: readonly string[];

beforeAll(async () => {
  world = await redisWorld({ embedded: true, lines: "errors: { TypeError: 'hopeless' }, archive: 'cold'," });
  await world.addDead(2);
  jobs = ['inv_0', 'inv_1'];
  await here('heal', '--wait');
});
afterAll(() => world.close());

const here = (...words: readonly string[]) => cliHere(words, { cwd: world.folder });

test('forget says what it would do, does it with --yes, and finds nothing new the next time', async () => {
  const planned = envelopeOf(await here('forget', jobs[0] ?? '', '--json'));
  expect(planned).toMatchObject({ status: 'ok', summary: { dryRun: true, forgotten: 1, archived: 1 } });
  expect(planned.next).toEqual([expect.stringContaining('--yes')]);
  expect((await here('forget', jobs[0] ?? '')).stdout).toContain('would forget 1 letter in the ledger, 1 in the archive; nothing was changed');
  expect(envelopeOf(await here('show', jobs[0] ?? '', '--json')).items[0]?.['forgotten']).toBeUndefined();

  expect(envelopeOf(await here('forget', jobs[0] ?? '', '--yes', '--dry-run', '--json')).summary).toMatchObject({ dryRun: true });
  const done = envelopeOf(await here('forget', jobs[0] ?? '', '--yes', '--actor', 'dpo', '--fail-on', 'rest', '--json'));
  expect(done).toMatchObject({ status: 'ok', summary: { dryRun: false, forgotten: 1, archived: 1, dead: 0 }, next: [] });
  expect(envelopeOf(await here('forget', jobs[0] ?? '', '--yes', '--json'))).toMatchObject({ summary: { forgotten: 1, archived: 0 } });
  expect((await here('verify')).code).toBe(0);
});

test('show tells that a letter was forgotten, and restore refuses it', async () => {
  const shown = await here('show', jobs[0] ?? '');
  expect(shown.stdout).toContain('forgotten on behalf of the person it was about');
  expect(shown.stdout).toContain('forgotten by dpo');
  const restored = await here('restore', jobs[0] ?? '');
  expect(restored.code).toBe(1);
  expect(restored.stderr).toContain('was forgotten');
  expect((await here('restore', jobs[1] ?? '')).code).toBe(0);
});

test('forget tells of a job that is dead in its queue, and exits with 3 where that is asked for', async () => {
  const end = await here('forget', jobs[1] ?? '', '--yes', '--fail-on', 'rest');
  expect(end.code).toBe(3);
  expect(end.stdout).toContain('still dead in a queue');
});

test('forget says where nothing is known', async () => {
  const end = await here('forget', 'nobody', '--yes');
  expect([end.code, end.stdout]).toEqual([0, 'mendq keeps nothing about this key\n']);
});
