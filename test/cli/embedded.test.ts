import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { redisWorld, type RedisWorld } from './redis-world.ts';
import { cliHere } from './cli-here.ts';
import { cli, envelopeOf, startCli, until, type ParsedEnvelope } from './run-cli.ts';

let world: RedisWorld;

beforeAll(async () => {
  world = await redisWorld({ embedded: true, lines: "errors: { TypeError: 'hopeless' }," });
});
afterAll(() => world.close());

test('without a ledger in the configuration it lives beside the file', async () => {
  await world.addDead(1);
  const job = await world.queue.getJob('inv_0');
  const dead = JSON.stringify(job);
  const healed = await cliHere(['heal', '--wait', '--json'], { cwd: world.folder });
  expect(envelopeOf(healed).summary).toMatchObject({ outcomes: { discarded: 1 } });
  expect(existsSync(join(world.folder, '.mendq', 'ledger'))).toBe(true);
  expect(await world.queue.getJob('inv_0')).toBeUndefined();

  const restored = await cliHere(['restore', 'inv_0', '--actor', 'mina', '--json'], { cwd: world.folder });
  expect(envelopeOf(restored)).toMatchObject({ status: 'ok', items: [{ messageId: 'inv_0', result: 'restored' }] });
  expect(JSON.stringify(await world.queue.getJob('inv_0'))).toBe(dead);
  const { items: [letter] } = envelopeOf(await cliHere(['show', 'inv_0', '--json'], { cwd: world.folder }));
  expect(letter?.['timeline']).toContainEqual(expect.objectContaining({ type: 'restored', actor: 'mina' }));
});

test('while a patrol has the embedded ledger, a second one says who holds it and how several can run', async () => {
  const running = startCli(['patrol', '--json'], { cwd: world.folder });
  await until(() => running.output().stdout.includes('patrol-started'), 60_000);
  const end = await cli(['patrol', '--json'], { cwd: world.folder });
  running.child.kill('SIGTERM');
  expect((await running.ended).code).toBe(0);
  expect(end.code).toBe(1);
  const result = JSON.parse(end.stdout) as ParsedEnvelope;
  expect(result.error).toMatchObject({ code: 'MENDQ_E_LEDGER_LOCKED', message: expect.stringContaining(String(running.child.pid)), hint: expect.stringContaining('PostgreSQL') });
});
