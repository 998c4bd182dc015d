import { afterAll, beforeAll, expect, test } from 'vitest';

import { redisWorld, type RedisWorld } from '../cli/redis-world.ts';
import { cli, envelopeOf, startCli, until, type RunningCli } from '../cli/run-cli.ts';

const LETTERS = 400;
let world: RedisWorld;
const patrols: RunningCli[] = [];

beforeAll(async () => {
  // Small steps, so that there is a middle in which one is replaced.
  world = await redisWorld({ lines: 'policy: { canary: [1, 5, 20] },' });
});
afterAll(async () => {
  for (const { child } of patrols) child.kill('SIGKILL');
  await Promise.all(patrols.map(({ ended }) => ended));
  await world.close();
});

function startPatrol(every: string): RunningCli {
  const patrol = startCli(['patrol', '--json', '--every', every], { cwd: world.folder });
  patrols.push(patrol);
  return patrol;
}

const started = (patrol: RunningCli) => until(() => patrol.output().stdout.includes('patrol-started'), 120_000);

test('of two patrols on one PostgreSQL ledger one is replaced in mid-work, and every letter is handled once', async () => {
  world.startWork();
  const stays = startPatrol('20s');
  const leaves = startPatrol('20s');
  await Promise.all([started(stays), started(leaves)]);
  await world.add(LETTERS / 2);
  await until(() => world.effects.size > 0, 120_000);

  // As a rolling deployment does it: the next one is there before the last one goes.
  const comes = startPatrol('10s');
  leaves.child.kill('SIGTERM');
  await world.add(LETTERS / 2, LETTERS / 2);
  expect((await leaves.ended).code).toBe(0);
  await started(comes);
  await until(() => world.effects.size === LETTERS, 240_000);

  const rest = await cli(['heal', '--wait', '--json'], { cwd: world.folder });
  expect(envelopeOf(rest)).toMatchObject({ summary: { unfinished: 0, waiting: 0 } });
  for (const { child } of [stays, comes]) child.kill('SIGTERM');
  expect((await Promise.all([stays.ended, comes.ended])).map(({ code }) => code)).toEqual([0, 0]);
  expect([...world.effects.values()].filter((times) => times !== 1)).toEqual([]);
  expect(await world.queue.getFailedCount()).toBe(0);
  const verified = await cli(['verify', '--json'], { cwd: world.folder });
  expect(envelopeOf(verified)).toMatchObject({ status: 'ok', summary: { letters: LETTERS } });
}, 600_000);
