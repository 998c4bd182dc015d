import { afterAll, beforeAll, expect, test } from 'vitest';

import { redisWorld, type RedisWorld } from './redis-world.ts';
import { cli, startCli, until, type RunningCli } from './run-cli.ts';

const TOKEN = 'a-token-of-24-characters';
let world: RedisWorld;

beforeAll(async () => {
  world = await redisWorld();
  await world.addDead(1);
  world.startWork();
});
afterAll(() => world.close());

interface Line {
  readonly event: string;
  readonly [key: string]: unknown;
}

function linesOf(running: RunningCli): readonly Line[] {
  return running.output().stdout.split('\n').slice(0, -1).map((line) => JSON.parse(line) as Line);
}

function eventsOf(running: RunningCli, name: string): readonly Line[] {
  return linesOf(running).filter(({ event }) => event === name);
}

const start = (...words: string[]) => startCli(['patrol', ...words], { cwd: world.folder, variables: { MENDQ_WAKE_TOKEN: TOKEN } });

test('patrol heals what is there and what dies, wakes for those who have the token, and SIGTERM is its normal end', async () => {
  const running = start('--json', '--no-listen', '--wake-port', '0');
  await until(() => eventsOf(running, 'letter-finished').length === 1);
  const [started] = eventsOf(running, 'patrol-started');
  expect(started).toMatchObject({ schemaVersion: 1, command: 'patrol', everyMilliseconds: 1_800_000 });
  const url = String(started?.['wake']);

  await world.addDead(1, 1);
  const post = (token: string) => fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  expect((await post('another-token-of-24-chars')).status).toBe(401);
  expect((await post(TOKEN)).status).toBe(202);
  await until(() => eventsOf(running, 'letter-finished').length === 2);
  expect(eventsOf(running, 'letter-finished').map(({ outcome }) => outcome)).toEqual(['healed', 'healed']);

  running.child.kill('SIGTERM');
  const { code, stdout } = await running.ended;
  expect(code).toBe(0);
  const lines = linesOf(running);
  expect(lines.at(-1)).toMatchObject({ event: 'result', status: 'ok', summary: { decided: 2, replayed: 2, outcomes: { healed: 2 }, errors: 0 } });
  expect(lines.filter(({ event }) => event === 'result')).toHaveLength(1);
  expect(stdout).not.toContain('do-not-show');
  await expect(post(TOKEN)).rejects.toThrow('fetch failed');
  expect([...world.effects.values()]).toEqual([1, 1]);
});

test('people read on standard error what happens; a death wakes it; Ctrl-C ends it', async () => {
  const running = start();
  await until(() => running.output().stderr.includes('patrol of 1 queue: every 30 min, at each death'));
  await world.addDead(1, 2);
  await until(() => running.output().stderr.includes('healed'));
  running.child.kill('SIGINT');
  const { code, stdout, stderr } = await running.ended;
  expect(code).toBe(0);
  expect(stderr).toMatch(/\d\d:\d\d:\d\d {2}invoices \/ parse inv_2: repaired and replayed/);
  expect(stdout).toContain('patrol ended after');
});

test('a reader that goes away ends the patrol quietly', async () => {
  const running = start('--json', '--every', '1s');
  await until(() => eventsOf(running, 'patrol-started').length === 1);
  running.child.stdout.destroy();
  const { code, stderr } = await running.ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

test('a wake port without a token is refused before anything is opened', async () => {
  const { code, stderr } = await cli(['patrol', '--wake-port', '0'], { cwd: world.folder });
  expect(code).toBe(2);
  expect(stderr).toContain('MENDQ_WAKE_TOKEN');
});
