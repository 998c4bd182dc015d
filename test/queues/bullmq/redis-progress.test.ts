import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ReplayReference } from '../../../src/queues/contract.ts';
import { onlyLetter, replayOrder } from '../../conformance/queue-suite.ts';
import { redisFixture, type RedisFixture } from './redis-fixture.ts';

let on: RedisFixture;
beforeEach(async () => void (on = await redisFixture()));
afterEach(async () => on.close());

/** A job with these options that died and was put back. */
async function replayed(options: object): Promise<ReplayReference> {
  await on.queue.add('work', {}, { jobId: 'one', ...options });
  await on.fail(new Error('no luck'));
  const letter = await onlyLetter(on.adapter);
  await on.adapter.replay([replayOrder(letter, 'r1')]);
  return { ...letter, replayId: 'r1', replayedAt: new Date() };
}

test('a job that is being worked on is active', async () => {
  const reference = await replayed({});
  await on.worker.getNextJob('somebody', { block: false });
  expect(await on.adapter.progress([reference])).toEqual([{ kind: 'active' }]);
});

test('a completed job that BullMQ removed at once is proved by its event', async () => {
  const reference = await replayed({ removeOnComplete: true });
  await on.run('complete');
  expect(await on.whereabouts('one')).toBe('gone');
  expect(await on.adapter.progress([reference])).toEqual([{ kind: 'completed', at: expect.any(Date), startedAt: expect.any(Date) }]);
});

test('an event before the replay proves nothing', async () => {
  await on.queue.add('work', {}, { jobId: 'one', removeOnComplete: true });
  await on.run('complete');
  const reference = await replayed({ removeOnComplete: true });
  await on.queue.remove('one');
  expect(await on.adapter.progress([reference])).toEqual([{ kind: 'gone' }]);
});

test('a later job of the same id proves nothing', async () => {
  const reference = await replayed({});
  await on.queue.remove('one');
  await on.queue.add('work', {}, { jobId: 'one', timestamp: 5 });
  await on.run('complete');
  expect(await on.adapter.progress([reference])).toEqual([{ kind: 'gone' }]);
});

test('a job that died again and was dropped by BullMQ has failed', async () => {
  const reference = await replayed({});
  await on.redis.hset(on.key('one'), 'opts', '{"removeOnFail":true,"attempts":1}');
  await on.run('fail');
  expect(await on.whereabouts('one')).toBe('gone');
  expect(await on.adapter.progress([reference])).toMatchObject([{ kind: 'failed' }]);
});

test('a job that is gone without a trace is gone', async () => {
  const reference = await replayed({ removeOnComplete: true });
  await on.run('complete');
  await on.redis.del(on.key('events'));
  expect(await on.adapter.progress([reference])).toEqual([{ kind: 'gone' }]);
});

test('without its record a replay is looked for by the clock', async () => {
  const reference = await replayed({ removeOnComplete: true });
  await on.run('complete');
  await on.redis.del(on.key('mendq:replay:r1'));
  expect(await on.adapter.progress([reference])).toMatchObject([{ kind: 'completed' }]);
  expect(await on.adapter.progress([{ ...reference, replayedAt: new Date(Date.now() + 3_600_000) }])).toEqual([{ kind: 'gone' }]);
});

describe('a retry with backoff', () => {
  test('waits', async () => {
    await on.queue.add('work', {}, { jobId: 'one', attempts: 2, backoff: 60_000 });
    await on.fail(Object.assign(new Error('at once'), { name: 'UnrecoverableError' }));
    const letter = await onlyLetter(on.adapter);
    await on.adapter.replay([replayOrder(letter, 'r1', { attempts: 'full' })]);
    await on.fail(new Error('later'));
    expect(await on.redis.zcard(on.key('delayed'))).toBe(1);
    expect(await on.adapter.progress([{ ...letter, replayId: 'r1', replayedAt: new Date() }])).toEqual([{ kind: 'waiting' }]);
  });
});
