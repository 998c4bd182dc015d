import { afterAll, beforeAll, expect, test } from 'vitest';

import { QUEUE, redisWorld, type RedisWorld } from './redis-world.ts';
import { cli, envelopeOf, startCli, until } from './run-cli.ts';

const LETTERS = 400;
let world: RedisWorld;

beforeAll(async () => {
  // Small steps, so that there is a middle to be stopped in.
  world = await redisWorld({ lines: 'policy: { canary: [1, 5, 20] },' });
  await world.addDead(LETTERS);
  world.startWork();
});
afterAll(() => world.close());

test('Ctrl-C in the middle of a heal finishes what is in hand, reports, and the next one goes on', async () => {
  const running = startCli(['heal', '--wait', '--json', '--queue', QUEUE], { cwd: world.folder });
  await until(() => world.effects.size > 0);
  running.child.kill('SIGINT');
  const stopped = await running.ended;
  expect({ code: stopped.code, signal: stopped.signal }).toEqual({ code: 130, signal: null });
  expect(stopped.stderr).toContain('what is in hand is finished first');
  const report = envelopeOf(stopped);
  expect(report).toMatchObject({ status: 'partial', summary: { interrupted: true } });
  expect(report.next[0]).toBe(`mendq heal --wait --queue ${QUEUE}`);
  expect(world.effects.size).toBeLessThan(LETTERS);

  const rest = await cli(['heal', '--wait', '--json'], { cwd: world.folder });
  expect(rest.code).toBe(0);
  expect(envelopeOf(rest)).toMatchObject({ status: 'ok', summary: { unfinished: 0 } });
  expect(world.effects.size).toBe(LETTERS);
  expect([...world.effects.values()].filter((times) => times !== 1)).toEqual([]);
});

test('the same signal sent twice at once, as npm does, counts once', async () => {
  await world.addDead(50, LETTERS);
  const seen = world.effects.size;
  const running = startCli(['heal', '--wait', '--json'], { cwd: world.folder });
  await until(() => world.effects.size > seen);
  running.child.kill('SIGTERM');
  running.child.kill('SIGTERM');
  const { code, stdout } = await running.ended;
  expect(code).toBe(143);
  expect(envelopeOf({ stdout }).status).toBe('partial');
});

test('a second Ctrl-C ends at once', async () => {
  const held = await redisWorld({ before: 'const hang = () => new Promise<never>(() => undefined);', lines: 'archive: { location: "nowhere", put: hang, get: hang }, errors: { TypeError: "hopeless" },' });
  try {
    await held.addDead(1);
    const running = startCli(['heal', '--wait'], { cwd: held.folder });
    await until(async () => /archive|claimed/.test(await stateOf(held)), 30_000);
    running.child.kill('SIGINT');
    await until(() => running.output().stderr.includes('Once more ends at once'));
    const again = setInterval(() => running.child.kill('SIGINT'), 300);
    const { code, stdout } = await running.ended;
    clearInterval(again);
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
    expect(await held.queue.getFailedCount()).toBe(1);
  } finally {
    await held.close();
  }
});

async function stateOf(held: RedisWorld): Promise<string> {
  const { stdout } = await cli(['show', 'inv_0', '--json'], { cwd: held.folder });
  return stdout === '' ? '' : String(envelopeOf({ stdout }).summary['state']);
}
