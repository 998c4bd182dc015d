import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isMendqError } from '../../../src/core/errors.ts';
import { bullmq, type BullmqRedisOptions } from '../../../src/queues/bullmq/index.ts';
import { allLetters, replayOrder } from '../../conformance/queue-suite.ts';
import { environment, freshName } from './bullmq-fixture.ts';
import { queueOn } from './servers/queue-on.ts';
import { redisSentinel, type RedisSentinel } from './servers/redis-sentinel.ts';

let sentinel: RedisSentinel;
beforeAll(async () => void (sentinel = await redisSentinel()));
afterAll(async () => sentinel.stop());

const opening = async (connection: BullmqRedisOptions['connection']): Promise<unknown> => bullmq(freshName(), { connection }).open(environment());

test('takes options that ask for a replica, and an instance that stays open', async () => {
  const instance = new Redis(sentinel.options);
  for (const connection of [{ ...sentinel.options, role: 'slave' as const }, instance]) {
    const adapter = await bullmq(freshName(), { connection }).open(environment());
    expect(await adapter.read()).toEqual({ letters: [] });
    await adapter.close();
  }
  expect(await instance.ping()).toBe('PONG');
  instance.disconnect();
});

test('names the master and the sentinels where nobody knows the master, or no sentinel answers', async () => {
  const [at] = sentinel.options.sentinels;
  await expect(opening({ ...sentinel.options, name: 'unheard-of' })).rejects.toMatchObject({
    code: 'MENDQ_E_BROKER_UNREACHABLE', message: expect.stringContaining(`master unheard-of of the sentinels ${at?.host}:${at?.port}`),
  });
  await expect(opening({ sentinels: [{ host: '127.0.0.1', port: 1 }], name: 'queues' })).rejects.toMatchObject({ code: 'MENDQ_E_BROKER_UNREACHABLE', message: expect.stringContaining('127.0.0.1:1') });
});

test('says no password, and that it was wrong', async () => {
  const failed = await opening({ ...sentinel.options, sentinelPassword: 'wrong-secret' }).catch((error: unknown) => error);
  expect(failed).toMatchObject({ code: expect.stringMatching(/^MENDQ_E_BROKER_/) });
  expect(isMendqError(failed) && failed.message + failed.hint).not.toContain('secret');
});

test('goes on replaying after the master died in the middle of a batch', async () => {
  const on = await queueOn({ connect: () => new Redis({ ...sentinel.options, maxRetriesPerRequest: null }), connection: sentinel.options, prefix: 'bull' });
  const ids = Array.from({ length: 40 }, (_, index) => `job-${index}`);
  for (const id of ids) await on.die(id, {});
  const orders = (await allLetters(on.adapter)).map((letter) => replayOrder(letter, `r-${letter.messageId}`));
  const [first] = await on.adapter.replay(orders.slice(0, 1));
  expect(first?.kind).toBe('done');
  // The deaths are to be on the replica too: what is lost here is to be replays only.
  const probe = new Redis(sentinel.options);
  await probe.set('deaths', 'handed on');
  expect(await probe.wait(1, 20_000)).toBe(1);
  probe.disconnect();
  await Promise.all([sentinel.failMaster(), ...orders.map(async (order) => on.adapter.replay([order]).catch((error: unknown) => { if (!isMendqError(error) || !error.retryable) throw error; }))]);
  // What the dead master had not handed on is sent again; what it had is known.
  expect((await on.adapter.replay(orders)).every(({ kind }) => kind === 'done')).toBe(true);
  const ran: string[] = [];
  for (let seen = await on.run('complete'); seen !== undefined; seen = await on.run('complete')) ran.push(seen.id);
  expect(ran.toSorted()).toEqual(ids.toSorted());
  await on.close();
}, 60_000);
