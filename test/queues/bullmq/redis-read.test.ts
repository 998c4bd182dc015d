import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { allLetters, body, onlyLetter, removeOrder, replayOrder } from '../../conformance/queue-suite.ts';
import { redisFixture, type RedisFixture } from './redis-fixture.ts';

let on: RedisFixture;
beforeEach(async () => void (on = await redisFixture()));
afterEach(async () => on.close());

const noJson = (text: string): Promise<number> => on.redis.hset(on.key('one'), 'data', text);

describe('pages', () => {
  test('B12 list 10,000 jobs exactly once while every second is healed and new ones die', async () => {
    const many = 10_000;
    const pipeline = on.redis.pipeline();
    for (let index = 0; index < many; index += 1) {
      // Many share a millisecond, as after a burst.
      const at = 1_700_000_000_000 + Math.floor(index / 250);
      pipeline.hset(on.key(`job-${index}`), { name: 'work', data: '{}', opts: '{}', timestamp: String(at), ats: '1', atm: '1', finishedOn: String(at), failedReason: 'no luck' });
      pipeline.zadd(on.key('failed'), at, `job-${index}`);
    }
    await pipeline.exec();
    const seen: string[] = [];
    let after: string | undefined;
    let newcomers = 0;
    do {
      const page = await on.adapter.read(after, 100);
      seen.push(...page.letters.map(({ messageId }) => messageId));
      await on.adapter.replay(page.letters.filter((_, index) => index % 2 === 0).map((letter) => replayOrder(letter, `r-${letter.messageId}`)));
      if (newcomers < 50) {
        const at = Date.now();
        newcomers += 1;
        await on.redis.hset(on.key(`new-${newcomers}`), { name: 'work', data: '{}', opts: '{}', timestamp: String(at), ats: '1', finishedOn: String(at) });
        await on.redis.zadd(on.key('failed'), at, `new-${newcomers}`);
      }
      after = page.next;
    } while (after !== undefined);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => id.startsWith('job-'))).toHaveLength(many);
    expect(seen.filter((id) => id.startsWith('new-'))).toHaveLength(50);
  }, 60_000);

  test('go through thousands of deaths of one millisecond in byte order', async () => {
    const ids = Array.from({ length: 500 }, (_, index) => `${['a', 'Z', 'ä', 'É', '_', '0'][index % 6]}-${index}`);
    for (const id of ids) {
      await on.redis.hset(on.key(id), { name: 'work', data: '{}', opts: '{}', timestamp: '5', ats: '1', finishedOn: '7' });
      await on.redis.zadd(on.key('failed'), 7, id);
    }
    const seen = (await allLetters(on.adapter, 7)).map(({ messageId }) => messageId);
    expect(seen).toEqual(ids.toSorted((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right))));
  });

  test('skip members whose job is gone, and go on where one is corrupt', async () => {
    for (const id of ['a', 'b', 'c', 'd', 'e']) await on.die(id, { id });
    await on.redis.del(on.key('b'));
    await on.redis.hset(on.key('c'), { data: '{"cut', opts: 'no options', stacktrace: '[["odd"', timestamp: 'never' });
    await on.redis.del(on.key('d'));
    await on.redis.set(on.key('d'), 'no hash at all');
    const letters = await allLetters(on.adapter, 2);
    expect(letters.map(({ messageId }) => messageId)).toEqual(['a', 'c', 'e']);
    expect(letters[1]).toMatchObject({ body: Buffer.from('{"cut'), enqueuedAt: new Date(0), failure: { stack: ['[["odd"'] } });
  });

  test('stay within 32 MiB of bodies', async () => {
    for (const id of ['a', 'b', 'c', 'd', 'e']) await on.die(id, { text: 'x'.repeat(10 * 1024 * 1024) });
    const first = await on.adapter.read(undefined, 100);
    expect(first.letters).toHaveLength(3);
    expect((await allLetters(on.adapter)).map(({ messageId }) => messageId)).toEqual(['a', 'b', 'c', 'd', 'e']);
  }, 60_000);

  test('refuse a cursor that is none', async () => {
    await expect(on.adapter.read('page 2')).rejects.toMatchObject({ code: 'MENDQ_E_USAGE' });
  });
});

describe('bodies', () => {
  test('that are no JSON come as they are and are healed as they are', async () => {
    await on.die('one', {});
    await noJson('not {json');
    const letter = await onlyLetter(on.adapter);
    expect(Buffer.from(letter.body).toString('utf8')).toBe('not {json');
    expect(await on.adapter.replay([replayOrder(letter, 'r1', { repaired: body({ now: 'json' }) })])).toMatchObject([{ kind: 'done' }]);
    expect((await on.run('complete'))?.payload).toEqual({ now: 'json' });
  });

  test('of 10 MB are read, healed and restored', async () => {
    await on.die('one', { text: '😀'.repeat(2_500_000) });
    const letter = await onlyLetter(on.adapter);
    expect(letter.body.byteLength).toBeGreaterThan(10_000_000);
    expect(await on.adapter.remove([removeOrder(letter, 'd1')])).toMatchObject([{ kind: 'done' }]);
    await on.adapter.restore([letter]);
    expect(Buffer.compare((await onlyLetter(on.adapter)).body, letter.body)).toBe(0);
    expect(await on.adapter.replay([replayOrder(letter, 'r1', { repaired: letter.body })])).toMatchObject([{ kind: 'done' }]);
  }, 60_000);

  test('above the limit can be neither replayed nor removed nor restored', async () => {
    const small = await redisFixture({ payloadBytes: 100 });
    await small.die('one', { text: 'x'.repeat(200) });
    const letter = await onlyLetter(small.adapter);
    expect(letter.headers).toMatchObject({ name: 'work', failedReason: 'no luck with one' });
    expect(await small.adapter.replay([replayOrder(letter, 'r1')])).toMatchObject([{ kind: 'refused', why: expect.stringContaining('limit') }]);
    expect(await small.adapter.remove([removeOrder(letter, 'd1')])).toMatchObject([{ kind: 'refused' }]);
    expect(await small.adapter.restore([letter])).toMatchObject([{ kind: 'refused' }]);
    expect(await small.whereabouts('one')).toBe('failed');
    await small.close();
  });
});

describe('restoring', () => {
  const roundTrip = async (): Promise<void> => {
    const letter = JSON.parse(JSON.stringify({ ...(await onlyLetter(on.adapter)), body: '' })) as Awaited<ReturnType<typeof onlyLetter>>;
    const original = await onlyLetter(on.adapter);
    // Dates and bodies are stored by the ledger itself; everything else must survive JSON.
    const stored = { ...original, headers: letter.headers };
    await on.adapter.remove([removeOrder(original, 'd1')]);
    expect(await on.redis.exists(on.key('one'))).toBe(0);
    expect(await on.adapter.restore([stored])).toMatchObject([{ kind: 'done' }]);
  };

  test('brings a small job back so that its dump is the same', async () => {
    await on.queue.add('work', { a: 1 }, { jobId: 'one', stackTraceLimit: 0 });
    await on.fail(new Error('x'));
    const before = await on.redis.dumpBuffer(on.key('one'));
    const score = await on.redis.zscore(on.key('failed'), 'one');
    await roundTrip();
    expect((await on.redis.dumpBuffer(on.key('one'))).equals(before)).toBe(true);
    expect(await on.redis.zscore(on.key('failed'), 'one')).toBe(score);
  });

  test('brings every field back byte for byte, also bytes that are no text and odd fields', async () => {
    await on.queue.add('work', { a: 1 }, { jobId: 'one', attempts: 2, priority: 4 });
    await on.fail(new Error('first'));
    await on.fail(new Error('second ä😀'));
    await on.redis.hset(on.key('one'), { blob: Buffer.from([0, 255, 128, 10]), empty: '', '7': 'seven' });
    await on.redis.zadd(on.key('failed'), 1234.5, 'one');
    const before = await on.redis.hgetallBuffer(on.key('one'));
    await roundTrip();
    expect(await on.redis.hgetallBuffer(on.key('one'))).toEqual(before);
    expect(await on.redis.zscore(on.key('failed'), 'one')).toBe('1234.5');
  });

  test('does not invent a body that a job never had', async () => {
    await on.die('one', {});
    await on.redis.hdel(on.key('one'), 'data');
    await roundTrip();
    expect(await on.redis.hexists(on.key('one'), 'data')).toBe(0);
  });
});
