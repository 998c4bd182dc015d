import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bullmq, type BullmqRedisOptions } from '../../../src/queues/bullmq/index.ts';
import type { QueueAdapter, ReplayOrder, ReplayReceipt } from '../../../src/queues/contract.ts';
import { isMendqError } from '../../../src/core/errors.ts';
import { allLetters, body, replayOrder } from '../../conformance/queue-suite.ts';
import { environment, freshName } from './bullmq-fixture.ts';
import { queueOn, type PlacedQueue } from './servers/queue-on.ts';
import { redisCluster, type RedisCluster } from './servers/redis-cluster.ts';

let cluster: RedisCluster;
beforeAll(async () => void (cluster = await redisCluster()));
afterAll(async () => cluster.stop());

describe('a connection', () => {
  test('is made from nodes, from URLs or from a Cluster, which stays open', async () => {
    const instance = cluster.connect();
    const urls = cluster.nodes.map(({ host, port }) => `redis://${host}:${port}`);
    for (const connection of [{ cluster: cluster.nodes }, { cluster: urls }, { cluster: [`${cluster.nodes[0]?.host}:${cluster.nodes[0]?.port}`], scaleReads: 'slave' as const }, instance]) {
      const adapter = await bullmq(freshName(), { connection, prefix: '{bull}' }).open(environment());
      expect(await adapter.read()).toEqual({ letters: [] });
      expect((await adapter.check()).filter(({ severity }) => severity === 'error')).toEqual([]);
      await adapter.close();
    }
    expect(await instance.set('{x}', '1')).toBe('OK');
    instance.disconnect();
  });

  test('may have its hash tag in the name of the queue', async () => {
    const adapter = await bullmq(`{${freshName()}}`, { connection: { cluster: cluster.nodes } }).open(environment());
    expect(await adapter.read()).toEqual({ letters: [] });
    await adapter.close();
  });

  test('is taken from a Queue that has one', async () => {
    const instance = cluster.connect();
    const queue = new Queue(freshName(), { connection: instance, prefix: '{tag}' });
    const adapter = await bullmq(queue).open(environment());
    expect(await adapter.read()).toEqual({ letters: [] });
    await adapter.close();
    expect(await queue.count()).toBe(0);
    await queue.close();
    instance.disconnect();
  });
});

describe('refusals', () => {
  const opening = async (options: BullmqRedisOptions, name = 'orders'): Promise<unknown> => bullmq(name, options).open(environment());

  test.each([undefined, 'bull', '{', '{}', '}{', 'a}b{'])('a prefix without a hash tag, before anything is connected: %j', async (prefix) => {
    const nobody = { cluster: ['127.0.0.1:1'] };
    await expect(opening({ connection: nobody, ...(prefix === undefined ? {} : { prefix }) })).rejects.toMatchObject({
      code: 'MENDQ_E_CONFIG', message: expect.stringContaining('prefix'), hint: expect.stringMatching(/"\{[^{}]+\}"/),
    });
  });

  test('a Cluster that nobody runs, naming its nodes and no password', async () => {
    await expect(opening({ connection: { cluster: ['redis://me:secret@127.0.0.1:1', '127.0.0.1:2'] }, prefix: '{b}' })).rejects.toMatchObject({
      code: 'MENDQ_E_BROKER_UNREACHABLE', message: expect.stringMatching(/cluster redis:\/\/me:\*\*\*@127\.0\.0\.1:1,127\.0\.0\.1:2 /),
    });
  });

  test('one node that is named as if it were the only server', async () => {
    const outcomes = await Promise.all(cluster.nodes.map(async (connection) => opening({ connection, prefix: '{bull}' }).catch((error: unknown) => error)));
    const refused = outcomes.filter(isMendqError);
    expect(refused).toHaveLength(2);
    for (const error of refused) expect(error).toMatchObject({ code: 'MENDQ_E_BROKER_REFUSED', message: expect.stringContaining('Redis Cluster'), hint: expect.stringContaining('cluster: [') });
    for (const outcome of outcomes) if (!isMendqError(outcome)) await (outcome as QueueAdapter).close();
  });

  test('a single server that is named as a cluster', async () => {
    const url = new URL(process.env['REDIS_URL'] ?? '');
    await expect(opening({ connection: { cluster: [url.host] }, prefix: '{b}' })).rejects.toMatchObject({ code: 'MENDQ_E_BROKER_REFUSED', message: expect.stringContaining('no Redis Cluster') });
  });

  test('nodes that are none', async () => {
    await expect(opening({ connection: { cluster: [] }, prefix: '{b}' })).rejects.toMatchObject({ code: 'MENDQ_E_CONFIG' });
    await expect(opening({ connection: { cluster: ['not an address'] }, prefix: '{b}' })).rejects.toMatchObject({ code: 'MENDQ_E_CONFIG' });
  });
});

describe('a cluster that changes in the middle of a batch', () => {
  const LETTERS = 120;
  let on: PlacedQueue;
  beforeEach(async () => void (on = await queueOn({ connect: cluster.connect, connection: { cluster: cluster.nodes }, prefix: `{${freshName()}}` })));
  afterEach(async () => on.close());

  /** One order a call, so that many calls are under way while the cluster changes; a call that is rejected is repeated. */
  async function replayAll(orders: readonly ReplayOrder[]): Promise<readonly ReplayReceipt[]> {
    const receipts: ReplayReceipt[] = [];
    for (const order of orders) receipts.push(...(await untilAnswered(async () => on.adapter.replay([order]))));
    return receipts;
  }

  async function untilAnswered<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await call();
      } catch (error) {
        if (attempt === 10 || !isMendqError(error) || !error.retryable) throw error;
      }
    }
  }

  async function dieAll(): Promise<readonly ReplayOrder[]> {
    for (let index = 0; index < LETTERS; index += 1) await on.die(`job-${index}`, { index });
    const letters = await allLetters(on.adapter, 50);
    expect(letters).toHaveLength(LETTERS);
    return letters.map((letter, index) => replayOrder(letter, `r-${letter.messageId}`, { repaired: body({ index, repaired: true }) }));
  }

  async function runAll(): Promise<readonly string[]> {
    const ran: string[] = [];
    for (let seen = await on.run('complete'); seen !== undefined; seen = await on.run('complete')) ran.push(seen.id);
    return ran;
  }

  test('loses and doubles nothing while its slot moves to another node', async () => {
    const orders = await dieAll();
    const [receipts] = await Promise.all([replayAll(orders), cluster.moveSlotOf(on.key('meta'))]);
    expect(receipts.filter(({ kind }) => kind === 'done')).toHaveLength(LETTERS);
    const ran = await runAll();
    expect(ran).toHaveLength(LETTERS);
    expect(new Set(ran).size).toBe(LETTERS);
  }, 60_000);

  test('reads every letter while its slot moves', async () => {
    await dieAll();
    const reading = Array.from({ length: 10 }, async () => untilAnswered(async () => allLetters(on.adapter, 30)));
    const [pages] = await Promise.all([Promise.all(reading), cluster.moveSlotOf(on.key('meta'))]);
    for (const letters of pages) expect(letters).toHaveLength(LETTERS);
  }, 60_000);
});

describe('a master that dies in the middle of a batch', () => {
  test('loses and doubles nothing once its replica has taken over, and the wake-ups go on', async () => {
    // A tag whose slot lies with the first master.
    const asked = new Redis({ ...cluster.nodes[0] });
    let prefix = '{0}';
    for (let index = 0; (await asked.cluster('KEYSLOT', prefix)) > 5000; index += 1) prefix = `{${index}}`;
    asked.disconnect();
    const on = await queueOn({ connect: cluster.connect, connection: { cluster: cluster.nodes }, prefix });
    const ids = Array.from({ length: 60 }, (_, index) => `job-${index}`);
    const stop = new AbortController();
    const hints: string[] = [];
    const listening = (async () => { for await (const hint of on.adapter.wakeups(stop.signal)) hints.push(hint); })();
    // Hints begin when the listener has found its place, so deaths are tried until one is heard.
    while (hints.length === 0) {
      const id = `try-${ids.length}`;
      ids.push(id);
      await on.die(id, {});
    }
    for (const id of ids) if (!id.startsWith('try')) await on.die(id, {});
    const orders = (await allLetters(on.adapter)).map((letter) => replayOrder(letter, `r-${letter.messageId}`));
    const replaying = Promise.all(orders.map(async (order) => on.adapter.replay([order]).catch((error: unknown) => { if (!isMendqError(error) || !error.retryable) throw error; })));
    await Promise.all([cluster.failFirstMaster(), replaying]);
    // What the dead master had not handed on is sent again; what it had is known.
    expect((await on.adapter.replay(orders)).every(({ kind }) => kind === 'done')).toBe(true);
    const ran: string[] = [];
    for (let seen = await on.run('complete'); seen !== undefined; seen = await on.run('complete')) ran.push(seen.id);
    expect(ran.toSorted()).toEqual(ids.toSorted());
    await expect.poll(() => hints, { timeout: 20_000 }).toContain('outcome');
    stop.abort();
    await listening;
    await on.close();
  }, 90_000);
});
