import { createRequire } from 'node:module';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bullmq } from '../../../src/queues/bullmq/index.ts';
import type { QueueAdapter } from '../../../src/queues/contract.ts';
import { freshPrefix, redisUrl } from '../../services.ts';
import { onlyLetter, removeOrder, replayOrder } from '../../conformance/queue-suite.ts';
import { environment, freshName } from './bullmq-fixture.ts';
import { redisAddress, redisFixture } from './redis-fixture.ts';

/** What the tests use of Bull's own `Queue`, the same in both releases. */
interface BullQueue {
  add(data: object, options?: object): Promise<{ readonly id: string | number }>;
  process(processor: () => Promise<unknown>): unknown;
  pause(): Promise<void>;
  isReady(): Promise<unknown>;
  once(event: string, listener: () => void): unknown;
  close(): Promise<void>;
}

const require = createRequire(import.meta.url);
const name = freshName();
let prefix: string;
let redis: Redis;

beforeEach(() => {
  prefix = freshPrefix();
  redis = new Redis(redisUrl());
});
afterEach(async () => {
  const keys = await redis.keys(`${prefix}:*`);
  if (keys.length > 0) await redis.del(...keys);
  redis.disconnect();
});

const opening = async (): Promise<QueueAdapter> => bullmq(name, { connection: redisUrl(), prefix }).open(environment());

async function ran(queue: BullQueue, outcome: 'completed' | 'failed'): Promise<void> {
  const finished = new Promise<void>((resolve) => { queue.once(outcome, resolve); });
  void queue.process(async () => { if (outcome === 'failed') throw new Error('no luck'); });
  await finished;
}

describe.each([['Bull 4', 'bull'], ['Bull 3', 'bull-3']])('a queue of %s is refused by name', (_, release) => {
  const Bull = require(release) as new (queue: string, options: object) => BullQueue;
  let bull: BullQueue;
  beforeEach(async () => {
    bull = new Bull(name, { redis: redisAddress(), prefix });
    await bull.isReady();
  });
  afterEach(async () => bull.close());

  test.each<[string, (queue: BullQueue) => Promise<unknown>]>([
    ['with a job that waits', async (queue) => queue.add({})],
    ['with a job that waits for its time', async (queue) => queue.add({}, { delay: 100_000 })],
    ['with a job that has a priority', async (queue) => queue.add({}, { priority: 3 })],
    ['that is paused', async (queue) => queue.pause()],
    ['with a job that completed', async (queue) => { await queue.add({}); await ran(queue, 'completed'); }],
    ['with a dead letter', async (queue) => { await queue.add({}); await ran(queue, 'failed'); }],
  ])('%s', async (_state, happens) => {
    await happens(bull);
    const before = (await redis.keys(`${prefix}:*`)).toSorted();
    await expect(opening()).rejects.toMatchObject({ code: 'MENDQ_E_BROKER_VERSION', message: `Queue ${name}: it is a queue of Bull 3/4, which mendq does not speak`, hint: expect.stringContaining('BullMQ') });
    expect((await redis.keys(`${prefix}:*`)).toSorted()).toEqual(before);
  });

  test('when its first job comes after mendq opened it empty', async () => {
    const adapter = await opening();
    expect(await adapter.read()).toEqual({ letters: [] });
    await bull.add({});
    await ran(bull, 'failed');
    await expect(adapter.read()).rejects.toMatchObject({ code: 'MENDQ_E_BROKER_VERSION', message: expect.stringContaining('Bull 3/4') });
    await adapter.close();
  });

  test('where the Queue itself is handed over', () => {
    expect(() => bullmq(bull as never)).toThrow(expect.objectContaining({ code: 'MENDQ_E_CONFIG', message: expect.stringContaining('no Queue of bullmq') }));
  });
});

describe('a queue of BullMQ is never taken for one of Bull', () => {
  const opens = async (): Promise<void> => {
    const adapter = await opening();
    expect(await adapter.read()).toEqual({ letters: [] });
    await adapter.close();
  };

  test('empty, fresh, with jobs, drained and obliterated', async () => {
    await opens();
    const queue = new Queue(name, { connection: redisAddress(), prefix });
    await queue.waitUntilReady();
    await opens();
    await queue.add('work', {}, { priority: 3 });
    await queue.add('work', {}, { delay: 100_000 });
    await queue.add('work', {});
    await opens();
    await queue.pause();
    await opens();
    await queue.drain(true);
    await opens();
    await queue.obliterate({ force: true });
    await opens();
    await queue.close();
    expect(await redis.hget(`${prefix}:${name}:meta`, 'version')).toBeNull();
  });

  test('that keeps no version', async () => {
    const queue = new Queue(name, { connection: redisAddress(), prefix, skipMetasUpdate: true });
    await queue.waitUntilReady();
    await opens();
    await queue.add('work', {});
    expect(await redis.hget(`${prefix}:${name}:meta`, 'version')).toBeNull();
    await opens();
    await queue.trimEvents(0);
    await opens();
    await queue.close();
  });

  test('that lost its meta, and is healed', async () => {
    const on = await redisFixture();
    await on.die('one', {});
    await on.redis.del(on.key('meta'));
    const letter = await onlyLetter(await on.openAnother());
    expect(await on.adapter.replay([replayOrder(letter, 'r1')])).toMatchObject([{ kind: 'done' }]);
    await on.close();
  });
});

describe('a queue of a BullMQ before 5', () => {
  test('is refused, for its jobs count otherwise', async () => {
    const on = await redisFixture();
    await on.die('one', {});
    const letter = await onlyLetter(on.adapter);
    await on.redis.hdel(on.key('meta'), 'version');
    await on.redis.hdel(on.key('one'), 'ats', 'atm');
    await on.redis.hset(on.key('one'), 'attemptsMade', '1');
    await expect(on.openAnother()).rejects.toMatchObject({ code: 'MENDQ_E_BROKER_VERSION', message: expect.stringContaining('a BullMQ before 5') });
    await expect(on.adapter.remove([removeOrder(letter, 'd1')])).rejects.toMatchObject({ code: 'MENDQ_E_BROKER_VERSION' });
    expect(await on.whereabouts('one')).toBe('failed');
    await on.close();
  });
});
