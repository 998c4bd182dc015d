import * as bullmq566 from 'bullmq-5-66';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { body, onlyLetter, recallOrder, replayOrder } from '../../conformance/queue-orders.ts';
import { redisFixture, type RedisFixture } from './redis-fixture.ts';

let on: RedisFixture;
beforeEach(async () => void (on = await redisFixture()));
afterEach(async () => on.close());

async function dieOf(options: object): Promise<Awaited<ReturnType<typeof onlyLetter>>> {
  await on.queue.add('work', { a: 1 }, { jobId: 'one', ...options });
  for (let job = await on.fail(new Error('no luck')); job !== undefined; job = await on.fail(new Error('no luck')));
  return onlyLetter(on.adapter);
}

test('a small job is in Redis what it was before, to the byte, and so is its place among the dead', async () => {
  await dieOf({});
  // A short stack keeps the hash small, so that Redis stores it in the order of its fields.
  await on.redis.hset(on.key('one'), 'stacktrace', '["no"]');
  const letter = await onlyLetter(on.adapter);
  const before = [await on.redis.hgetall(on.key('one')), await on.redis.zscore(on.key('failed'), 'one')];
  await on.adapter.replay([replayOrder(letter, 'r1', { repaired: body({ a: 2 }), attempts: 'full' })]);
  expect(await on.adapter.recall([recallOrder(letter, 'r1', body({ a: 2 }))])).toMatchObject([{ kind: 'done' }]);
  expect([await on.redis.hgetall(on.key('one')), await on.redis.zscore(on.key('failed'), 'one')]).toEqual(before);
  expect(await on.redis.exists(on.key('mendq:replay:r1'))).toBe(0);
  expect(await on.redis.llen(on.key('wait'))).toBe(0);
});

test('a job with a priority, and one of a paused queue, are taken back', async () => {
  const letter = await dieOf({ priority: 3 });
  await on.adapter.replay([replayOrder(letter, 'r1')]);
  expect(await on.redis.zcard(on.key('prioritized'))).toBe(1);
  expect(await on.adapter.recall([recallOrder(letter, 'r1')])).toMatchObject([{ kind: 'done', earlier: false }]);
  expect(await on.redis.zcard(on.key('prioritized'))).toBe(0);
  await on.queue.pause();
  await on.adapter.replay([replayOrder(letter, 'r1')]);
  expect(await on.adapter.recall([recallOrder(letter, 'r1')])).toMatchObject([{ kind: 'done', earlier: false }]);
  expect(await onlyLetter(on.adapter)).toEqual(letter);
});

test('a job of a paused queue of an older bullmq is taken back', async () => {
  const older = await redisFixture({ module: bullmq566 as never });
  await older.die('one', {});
  const letter = await onlyLetter(older.adapter);
  await older.queue.pause();
  await older.adapter.replay([replayOrder(letter, 'r1')]);
  expect(await older.adapter.recall([recallOrder(letter, 'r1')])).toMatchObject([{ kind: 'done', earlier: false }]);
  expect(await onlyLetter(older.adapter)).toEqual(letter);
  await older.close();
});

test('a member of a flow is not taken back, because its parent counts on it', async () => {
  const letter = await dieOf({});
  await on.adapter.replay([replayOrder(letter, 'r1')]);
  await on.redis.hset(on.key('one'), 'parentKey', on.key('parent'));
  expect(await on.adapter.recall([recallOrder(letter, 'r1')])).toMatchObject([{ kind: 'refused' }]);
  expect((await on.run('complete'))?.id).toBe('one');
});

test('what others changed of the job beside its body stays', async () => {
  const letter = await dieOf({});
  await on.adapter.replay([replayOrder(letter, 'r1')]);
  await on.redis.hset(on.key('one'), 'progress', '50');
  await on.adapter.recall([recallOrder(letter, 'r1')]);
  expect(await on.redis.hget(on.key('one'), 'progress')).toBe('50');
  expect(await on.redis.hget(on.key('one'), 'failedReason')).toBe('no luck');
});
