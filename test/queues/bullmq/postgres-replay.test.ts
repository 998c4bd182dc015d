import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Json } from '../../../src/core/json.ts';
import { bullmq, type PgPoolLike } from '../../../src/queues/bullmq/index.ts';
import { manualClock } from '../../../src/testing/manual-clock.ts';
import { allLetters, body, onlyLetter, removeOrder, replayOrder } from '../../conformance/queue-suite.ts';
import { environment, type BullmqFixture } from './bullmq-fixture.ts';
import { pgliteStore, postgresFixture, type PostgresStore } from './postgres-fixture.ts';

let store: PostgresStore;
let on: BullmqFixture;
beforeAll(async () => void (store = await pgliteStore()), 60_000);
afterAll(async () => store.stop());
beforeEach(async () => void (on = await postgresFixture(store)));
afterEach(async () => on.close());

async function rowOf(id: string): Promise<Readonly<Record<string, unknown>>> {
  const { rows } = await store.pool.query('SELECT to_jsonb(j) AS job FROM bullmq.job j WHERE queue = $1 AND id = $2', [on.queue.name, id]);
  return rows[0]?.['job'] as Readonly<Record<string, unknown>>;
}

async function dieOf(options: object, payload: object = {}): Promise<Awaited<ReturnType<typeof onlyLetter>>> {
  await on.queue.add('work', payload, { jobId: 'one', ...options });
  for (let job = await on.fail(new Error('no luck')); job !== undefined; job = await on.fail(new Error('no luck')));
  return onlyLetter(on.adapter);
}

async function runsUntilDead(): Promise<number> {
  for (let runs = 0; ; runs += 1) if ((await on.fail(new Error('again'))) === undefined) return runs;
}

test('B7 a single replay runs once, a full one as often as the job may; the count of starts never goes down', async () => {
  const letter = await dieOf({ attempts: 3 });
  expect(letter.failure.stack).toHaveLength(3);
  await on.adapter.replay([replayOrder(letter, 'r1', { attempts: 'single' })]);
  expect((await rowOf('one'))['attempts_started']).toBe(3);
  expect(await runsUntilDead()).toBe(1);
  await on.adapter.replay([replayOrder(await onlyLetter(on.adapter), 'r2', { attempts: 'full' })]);
  expect(await runsUntilDead()).toBe(3);
  expect((await rowOf('one'))['attempts_started']).toBe(7);
});

test('a job keeps its priority and its place before those that wait', async () => {
  const urgent = await dieOf({ priority: 3 });
  await on.adapter.replay([replayOrder(urgent, 'r1')]);
  expect(await rowOf('one')).toMatchObject({ state: 'waiting', priority: 3 });
  await on.run('complete');
  await on.queue.add('work', {}, { jobId: 'last', lifo: true });
  await on.fail(new Error('no luck'));
  await on.queue.add('work', {}, { jobId: 'waits' });
  const [last] = await on.adapter.look(['last']);
  if (last === undefined) throw new Error('no letter');
  await on.adapter.replay([replayOrder(last, 'r2')]);
  expect((await on.run('complete'))?.id).toBe('last');
});

test('B9 a job whose deduplication key another live job owns stays in failed', async () => {
  const letter = await dieOf({ deduplication: { id: 'order-7' } });
  await on.queue.add('work', {}, { jobId: 'two', deduplication: { id: 'order-7' } });
  expect(await on.adapter.replay([replayOrder(letter, 'r1')])).toMatchObject([{ kind: 'conflict', why: expect.stringContaining('deduplication') }]);
  expect(await on.whereabouts('one')).toBe('failed');
  await on.run('complete');
  expect(await on.adapter.replay([replayOrder(letter, 'r2')])).toMatchObject([{ kind: 'done' }]);
});

describe('B13 a repaired body that PostgreSQL refuses', () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  test.each<[string, string]>([
    ['U+0000', '{"a":"\\u0000"}'], ['U+0000 in a key', '{"\\u0000":1}'], ['a lone surrogate', '{"a":["\\ud800"]}'], ['no JSON', '{'],
    ['a number beyond its range', '{"a":1e200000}'], ['nesting beyond its depth', deep],
  ])('for %s is never written, and the batch goes on', async (_, bad) => {
    for (const id of ['a', 'b', 'c']) await on.die(id, { id });
    const [first, second, third] = await allLetters(on.adapter);
    if (first === undefined || second === undefined || third === undefined) throw new Error('letters are missing');
    const before = await rowOf('b');
    expect(await on.adapter.replay([
      replayOrder(first, 'r1', { repaired: body({ id: 'A' }) }), replayOrder(second, 'r2', { repaired: Buffer.from(bad) }), replayOrder(third, 'r3'),
    ])).toMatchObject([{ kind: 'done' }, { kind: 'refused', why: expect.stringContaining('PostgreSQL') }, { kind: 'done' }]);
    expect(await rowOf('b')).toEqual(before);
    expect([await on.run('complete'), await on.run('complete')]).toEqual([{ id: 'a', payload: { id: 'A' } }, { id: 'c', payload: { id: 'c' } }]);
  });

  test('in bytes that are no UTF-8 is never written', async () => {
    const letter = await dieOf({});
    expect(await on.adapter.replay([replayOrder(letter, 'r1', { repaired: Buffer.from([0x22, 0xff, 0x22]) })])).toMatchObject([{ kind: 'refused' }]);
  });
});

test('bodies are compared by what they mean', async () => {
  const letter = await dieOf({}, { b: 1, a: [1.50, 'x'] });
  const spelt = { ...letter, body: Buffer.from('{"a": [1.5, "x"],\n "b": 1.0}') };
  expect(await on.adapter.replay([replayOrder({ ...letter, body: Buffer.from('{"a": [1.5, "x"], "b": 2}') }, 'r0')])).toMatchObject([{ kind: 'superseded' }]);
  expect(await on.adapter.replay([replayOrder({ ...letter, body: Buffer.from('no json') }, 'r0')])).toMatchObject([{ kind: 'superseded' }]);
  expect(await on.adapter.replay([replayOrder(spelt, 'r1')])).toMatchObject([{ kind: 'done' }]);
});

test('B15 a job that a backup brought back with its fence and without its record is replayed again', async () => {
  const letter = await dieOf({});
  const before = await rowOf('one');
  const order = replayOrder(letter, 'r1');
  await on.adapter.replay([order]);
  await on.run('complete');
  await store.pool.query('DELETE FROM bullmq.job WHERE queue = $1', [on.queue.name]);
  await store.pool.query('DELETE FROM bullmq.mendq_record WHERE queue = $1', [on.queue.name]);
  await store.pool.query('INSERT INTO bullmq.job SELECT * FROM jsonb_populate_record(NULL::bullmq.job, $1::jsonb)', [JSON.stringify(before)]);
  expect(await on.adapter.progress([{ ...letter, replayId: 'r1', replayedAt: new Date() }])).toEqual([{ kind: 'gone' }]);
  expect(await on.adapter.replay([order])).toMatchObject([{ kind: 'done', earlier: false }]);
});

test('a flow parent with an open child is neither put back nor removed', async () => {
  const letter = await dieOf({});
  await store.pool.query(`INSERT INTO bullmq.job_dependency (parent_queue, parent_id, child_queue, child_id, child_key, status) VALUES ($1, 'one', $1, 'child', $1 || ':child', 'failed')`, [on.queue.name]);
  expect(await on.adapter.replay([replayOrder(letter, 'r1')])).toMatchObject([{ kind: 'refused', why: expect.stringContaining('no longer there') }]);
  await on.queue.add('work', {}, { jobId: 'child' });
  expect(await on.adapter.replay([replayOrder(letter, 'r1')])).toMatchObject([{ kind: 'waiting', why: expect.stringContaining('job child') }]);
  expect(await on.adapter.remove([removeOrder(letter, 'd1')])).toMatchObject([{ kind: 'refused', why: expect.stringContaining('flow') }]);
});

test('a job of a scheduler is not removed', async () => {
  const letter = await dieOf({});
  await store.pool.query(`UPDATE bullmq.job SET scheduler_id = 'daily' WHERE queue = $1`, [on.queue.name]);
  expect(await on.adapter.remove([removeOrder(letter, 'd1')])).toMatchObject([{ kind: 'refused', why: expect.stringContaining('scheduler') }]);
});

test('a restored job is the same in every column, with its log lines', async () => {
  await on.queue.add('work', { exact: 1 }, { jobId: 'one', attempts: 2, priority: 4, deduplication: { id: 'd' } });
  await (await on.queue.getJob('one'))?.log('a line');
  await on.fail(new Error('first'));
  await on.fail(new Error('second ä😀'));
  await store.pool.query(`UPDATE bullmq.job SET data = '{"exact": 12345678901234567890.10}', progress = '{"n": 1.50}' WHERE queue = $1`, [on.queue.name]);
  const before = await rowText();
  const letter = await onlyLetter(on.adapter);
  const stored = { ...letter, headers: JSON.parse(JSON.stringify(letter.headers)) as Record<string, Json> };
  await on.adapter.remove([removeOrder(letter, 'd1')]);
  expect(await rowText()).toBeUndefined();
  expect(await on.adapter.restore([stored])).toMatchObject([{ kind: 'done' }]);
  expect(await rowText()).toBe(before);
  expect((await on.queue.getJobLogs('one')).logs).toEqual(['a line']);

  async function rowText(): Promise<unknown> {
    return (await store.pool.query('SELECT j::text AS job FROM bullmq.job j WHERE queue = $1', [on.queue.name])).rows[0]?.['job'];
  }
});

describe('how a replay ended', () => {
  test('is told by its event where BullMQ removed the job at once', async () => {
    const letter = await dieOf({ removeOnComplete: true });
    await on.adapter.replay([replayOrder(letter, 'r1')]);
    const reference = { ...letter, replayId: 'r1', replayedAt: new Date() };
    await on.run('complete');
    expect(await on.adapter.progress([reference])).toEqual([{ kind: 'completed', at: expect.any(Date), startedAt: expect.any(Date) }]);
    await store.pool.query('DELETE FROM bullmq.mendq_record WHERE queue = $1', [on.queue.name]);
    expect(await on.adapter.progress([reference])).toMatchObject([{ kind: 'completed' }]);
    await store.pool.query('DELETE FROM bullmq.event WHERE queue = $1', [on.queue.name]);
    expect(await on.adapter.progress([reference])).toEqual([{ kind: 'gone' }]);
  });

  test('is not told by a later job of the same id', async () => {
    const letter = await dieOf({});
    await on.adapter.replay([replayOrder(letter, 'r1')]);
    await on.queue.remove('one');
    await on.queue.add('work', {}, { jobId: 'one', timestamp: 5 });
    expect(await on.adapter.progress([{ ...letter, replayId: 'r1', replayedAt: new Date() }])).toEqual([{ kind: 'gone' }]);
  });
});

test('wake-ups look once and then wait', async () => {
  let statements = 0;
  const counted: PgPoolLike = {
    query: async (text, values) => (statements += 1, store.pool.query(text, values)),
    connect: async () => store.pool.connect(),
    end: async () => undefined,
  };
  const quiet = await bullmq(on.queue.name, { postgres: counted }).open(environment({ clock: manualClock() }));
  const stop = new AbortController();
  const hints: string[] = [];
  const listening = (async () => {
    for await (const hint of quiet.wakeups(stop.signal)) hints.push(hint);
  })();
  const opened = statements;
  await expect.poll(() => statements).toBe(opened + 2);
  await on.die('one', {});
  await expect.poll(() => hints).toEqual(['letter']);
  const heard = statements;
  for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => { setImmediate(resolve); });
  expect(statements - heard).toBeLessThanOrEqual(2);
  stop.abort();
  await listening;
  await quiet.close();
});
