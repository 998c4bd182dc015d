import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { allLetters, body, onlyLetter, removeOrder, replayOrder } from '../../conformance/queue-suite.ts';
import { redisFixture, type RedisFixture } from './redis-fixture.ts';

let on: RedisFixture;
beforeEach(async () => void (on = await redisFixture()));
afterEach(async () => on.close());

/** Fails a job until it is dead and returns its letter. */
async function dieOf(options: object, payload: object = {}): Promise<Awaited<ReturnType<typeof onlyLetter>>> {
  await on.queue.add('work', payload, { jobId: 'one', ...options });
  for (let job = await on.fail(new Error('no luck')); job !== undefined; job = await on.fail(new Error('no luck')));
  return onlyLetter(on.adapter);
}

/** Runs the job with failures until it waits no more. Returns how often it ran. */
async function runsUntilDead(): Promise<number> {
  for (let runs = 0; ; runs += 1) if ((await on.fail(new Error('again'))) === undefined) return runs;
}

describe('attempts', () => {
  test('B7 a single replay runs once, a full one as often as the job may', async () => {
    const letter = await dieOf({ attempts: 4 });
    expect(letter).toMatchObject({ attempts: 4, failure: { stack: { length: 4 } } });
    await on.adapter.replay([replayOrder(letter, 'r1', { attempts: 'single' })]);
    expect(await runsUntilDead()).toBe(1);
    await on.adapter.replay([replayOrder(await onlyLetter(on.adapter), 'r2', { attempts: 'full' })]);
    expect(await runsUntilDead()).toBe(4);
  });

  test('B7 a single replay runs once also where attempts were left', async () => {
    await on.queue.add('work', {}, { jobId: 'one', attempts: 5 });
    const unrecoverable = Object.assign(new Error('give up'), { name: 'UnrecoverableError' });
    await on.fail(unrecoverable);
    const letter = await onlyLetter(on.adapter);
    expect(letter.attempts).toBe(1);
    await on.adapter.replay([replayOrder(letter, 'r1', { attempts: 'single' })]);
    expect(await runsUntilDead()).toBe(1);
  });

  test('B7 the count of starts never goes down', async () => {
    const started = async (): Promise<number> => Number(await on.redis.hget(on.key('one'), 'ats'));
    const letter = await dieOf({ attempts: 2 });
    expect(await started()).toBe(2);
    await on.adapter.replay([replayOrder(letter, 'r1', { attempts: 'full' })]);
    expect(await started()).toBe(2);
    await runsUntilDead();
    expect(await started()).toBe(4);
  });

  test('a replayed job keeps its stacks and counts as waiting, not as failed', async () => {
    const letter = await dieOf({});
    await on.adapter.replay([replayOrder(letter, 'r1')]);
    expect(await on.redis.hmget(on.key('one'), 'failedReason', 'finishedOn', 'processedOn')).toEqual([null, null, null]);
    expect(await on.redis.hget(on.key('one'), 'stacktrace')).toContain('no luck');
  });
});

describe('order', () => {
  test('a job with a priority goes back among those with one', async () => {
    const letter = await dieOf({ priority: 3 });
    await on.adapter.replay([replayOrder(letter, 'r1')]);
    expect(await on.redis.zrange(on.key('prioritized'), 0, -1)).toEqual(['one']);
  });

  test('a last-in-first-out job goes before those that wait, others behind', async () => {
    const letter = await dieOf({ lifo: true });
    await on.queue.add('work', {}, { jobId: 'waits' });
    await on.adapter.replay([replayOrder(letter, 'r1')]);
    expect((await on.run('complete'))?.id).toBe('one');
  });

  test('jobs of a batch go back in the order in which they died', async () => {
    for (const id of ['c', 'a', 'b']) await on.die(id, {});
    await on.adapter.replay((await allLetters(on.adapter)).map((letter) => replayOrder(letter, `r-${letter.messageId}`)));
    expect([await on.run('complete'), await on.run('complete'), await on.run('complete')].map((job) => job?.id)).toEqual(['c', 'a', 'b']);
  });

  test('a job of a paused queue waits until it is resumed', async () => {
    const letter = await dieOf({});
    await on.queue.pause();
    expect(await on.adapter.replay([replayOrder(letter, 'r1')])).toMatchObject([{ kind: 'done' }]);
    expect(await on.run('complete')).toBeUndefined();
    await on.queue.resume();
    expect((await on.run('complete'))?.id).toBe('one');
  });
});

describe('what stands in the way', () => {
  test('B9 another live job owns the deduplication key', async () => {
    const letter = await dieOf({ deduplication: { id: 'order-7' } });
    await on.queue.add('work', {}, { jobId: 'two', deduplication: { id: 'order-7' } });
    expect(await on.adapter.replay([replayOrder(letter, 'r1')])).toMatchObject([{ kind: 'conflict', why: expect.stringContaining('deduplication') }]);
    expect(await on.whereabouts('one')).toBe('failed');
    await on.run('complete');
    expect(await on.adapter.replay([replayOrder(letter, 'r2')])).toMatchObject([{ kind: 'done' }]);
  });

  test('B9 a deduplication key whose owner is finished or gone does not', async () => {
    const letter = await dieOf({ deduplication: { id: 'order-7', ttl: 60_000 } });
    await on.redis.set(on.key('de:order-7'), 'nobody');
    expect(await on.adapter.replay([replayOrder(letter, 'r1')])).toMatchObject([{ kind: 'done' }]);
  });

  test('a flow parent with an open child is not put back', async () => {
    const letter = await dieOf({});
    await on.redis.sadd(on.key('one:dependencies'), on.key('child'));
    expect(await on.adapter.replay([replayOrder(letter, 'r1')])).toMatchObject([{ kind: 'refused', why: expect.stringContaining('no longer there') }]);
    await on.queue.add('work', {}, { jobId: 'child' });
    expect(await on.adapter.replay([replayOrder(letter, 'r1')])).toMatchObject([{ kind: 'waiting', why: expect.stringContaining('job child') }]);
    expect(await on.adapter.waits?.([letter])).toMatchObject([{ kind: 'waiting' }]);
  });

  test('options that are no JSON', async () => {
    const letter = await dieOf({});
    await on.redis.hset(on.key('one'), 'opts', '{');
    expect(await on.adapter.replay([replayOrder(letter, 'r1')])).toMatchObject([{ kind: 'refused' }]);
  });

  test('a key of a foreign type leaves the job as it was and the batch goes on', async () => {
    const letter = await dieOf({ attempts: 2 }, { before: true });
    await on.die('two', {});
    const second = (await on.adapter.look(['two']))[0];
    if (second === undefined) throw new Error('no letter');
    const before = await on.redis.hgetall(on.key('one'));
    await on.redis.del(on.key('events'));
    await on.redis.set(on.key('events'), 'no stream');
    expect(await on.adapter.replay([replayOrder(letter, 'r1', { repaired: body({ before: false }) }), replayOrder({ ...second, messageId: 'three' }, 'r2')])).toMatchObject([
      { kind: 'refused', why: expect.stringContaining('WRONGTYPE') },
      { kind: 'superseded' },
    ]);
    expect(await on.redis.hgetall(on.key('one'))).toEqual(before);
    expect(await on.redis.lrange(on.key('wait'), 0, -1)).toEqual([]);
    await on.redis.del(on.key('events'));
    expect(await on.adapter.replay([replayOrder(letter, 'r1')])).toMatchObject([{ kind: 'done', earlier: false }]);
  });
});

describe('records', () => {
  test('B15 a job that a backup brought back with its fence and without its record is replayed again', async () => {
    const letter = await dieOf({});
    const backup = { job: await on.redis.dumpBuffer(on.key('one')), failed: await on.redis.dumpBuffer(on.key('failed')) };
    const order = replayOrder(letter, 'r1');
    await on.adapter.replay([order]);
    await on.run('complete');
    await on.redis.del(on.key('completed'), on.key('mendq:replay:r1'));
    await on.redis.restore(on.key('one'), 0, backup.job, 'REPLACE');
    await on.redis.restore(on.key('failed'), 0, backup.failed, 'REPLACE');
    expect(await on.adapter.progress([{ ...letter, replayId: 'r1', replayedAt: new Date() }])).toEqual([{ kind: 'gone' }]);
    expect(await on.adapter.replay([order])).toMatchObject([{ kind: 'done', earlier: false }]);
    expect((await on.run('complete'))?.id).toBe('one');
  });

  test('expire after 30 days', async () => {
    await on.adapter.replay([replayOrder(await dieOf({}), 'r1')]);
    const days = (await on.redis.ttl(on.key('mendq:replay:r1'))) / 86_400;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThanOrEqual(30);
  });

  test('B14 a letter that nobody replays stays in failed', async () => {
    const letter = await dieOf({});
    await on.adapter.look(['one']);
    await on.adapter.read();
    expect(await on.run('complete')).toBeUndefined();
    expect(await onlyLetter(on.adapter)).toEqual(letter);
  });
});

describe('removal', () => {
  test('leaves members of a flow to a person', async () => {
    await on.queue.add('work', {}, { jobId: 'one', parent: { id: 'nobody', queue: `${on.prefix}:${on.queue.name}` } }).catch(() => undefined);
    const letter = await dieOf({});
    await on.redis.hset(on.key('one'), 'parentKey', on.key('parent'));
    await on.redis.sadd(on.key('parent:dependencies'), on.key('one'));
    expect(await on.adapter.remove([removeOrder(letter, 'd1')])).toMatchObject([{ kind: 'refused', why: expect.stringContaining('flow') }]);
    await on.redis.hdel(on.key('one'), 'parentKey');
    await on.redis.sadd(on.key('one:dependencies'), 'child');
    expect(await on.adapter.remove([removeOrder(letter, 'd1')])).toMatchObject([{ kind: 'refused' }]);
    expect(await on.whereabouts('one')).toBe('failed');
  });

  test('keeps the log lines of a job for its restoring', async () => {
    const letter = await dieOf({});
    await (await on.queue.getJob('one'))?.log('the first line');
    await on.adapter.remove([removeOrder(letter, 'd1')]);
    expect(await on.redis.exists(on.key('one:logs'))).toBe(0);
    await on.adapter.restore([letter]);
    expect((await on.queue.getJobLogs('one')).logs).toEqual(['the first line']);
    expect(await on.redis.ttl(on.key('one:logs'))).toBe(-1);
  });
});
