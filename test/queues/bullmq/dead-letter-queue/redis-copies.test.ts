import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Worker } from 'bullmq';
import type * as installed from 'bullmq';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bullmq } from '../../../../src/queues/bullmq/index.ts';
import { allLetters, body, onlyLetter, removeOrder, replayOrder } from '../../../conformance/queue-suite.ts';
import { redisAddress } from '../redis-fixture.ts';
import { tcpProxy, type TcpProxy } from '../tcp-proxy.ts';
import { redisCopies, type RedisCopies } from './redis-copies.ts';

const require = createRequire(import.meta.url);
const declared = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as Readonly<Record<'devDependencies', Readonly<Record<string, string>>>>;
const releases = ['bullmq', ...Object.keys(declared.devDependencies).filter((name) => /^bullmq-\d/.test(name))];

let on: RedisCopies;
afterEach(async () => on.close());

describe.each(releases)('the workers use %s', (release) => {
  const module = require(release) as typeof installed;

  test.each(['kept', 'gone'] as const)('heals, replays once and removes where dead jobs are %s', async (originals) => {
    on = await redisCopies(originals, { module });
    await on.die('one', { amount: '1' });
    const order = replayOrder(await onlyLetter(on.adapter), 'r1', { repaired: body({ amount: 1 }) });
    expect(await on.adapter.replay([order])).toMatchObject([{ kind: 'done', earlier: false }]);
    expect(await on.adapter.replay([order])).toMatchObject([{ kind: 'done', earlier: true }]);
    expect(await on.run('complete')).toEqual({ id: 'one', payload: { amount: 1 } });
    await on.die('two', {});
    expect(await on.adapter.remove([removeOrder(await onlyLetter(on.adapter), 'd1')])).toMatchObject([{ kind: 'done' }]);
    expect(await on.whereabouts('two')).toBe('gone');
  });

  test('loses nothing where both queues are paused', async () => {
    on = await redisCopies('gone', { module });
    await on.copies.pause();
    await on.main.add('work', {}, { jobId: 'one', removeOnFail: true });
    await on.fail(new Error('no luck'));
    await on.main.pause();
    const letter = await onlyLetter(on.adapter);
    await on.adapter.remove([removeOrder(letter, 'd1')]);
    await on.adapter.restore([letter]);
    await on.copies.resume();
    expect(await onlyLetter(on.adapter)).toEqual(letter);
    expect(await on.adapter.replay([replayOrder(letter, 'r1')])).toMatchObject([{ kind: 'done' }]);
    expect(await on.run('complete')).toBeUndefined();
    await on.main.resume();
    expect((await on.run('complete'))?.id).toBe('one');
  });
});

describe('a copy in Redis', () => {
  test('comes back byte for byte, with its log lines', async () => {
    on = await redisCopies('gone');
    const copy = await on.copies.add('dead', { jobId: 'one', jobName: 'work', data: { text: 'ä€😀' }, failedReason: 'x' }, { jobId: 'copy-one' });
    await copy.log('first');
    await on.redis.hset(on.copyKey('copy-one'), 'strange', Buffer.from([0xff, 0x00, 0x41]));
    const before = await on.redis.hgetallBuffer(on.copyKey('copy-one'));
    const letter = await onlyLetter(on.adapter);
    await on.adapter.remove([removeOrder(letter, 'd1')]);
    expect(await on.redis.exists(on.copyKey('copy-one'))).toBe(0);
    await on.adapter.restore([JSON.parse(JSON.stringify({ ...letter, body: undefined }), (key, value: unknown) => (key === 'at' || key === 'enqueuedAt' ? new Date(String(value)) : value)) as typeof letter]);
    expect(await on.redis.hgetallBuffer(on.copyKey('copy-one'))).toEqual(before);
    expect(await on.redis.lrange(on.copyKey('wait'), 0, -1)).toEqual(['copy-one']);
    expect((await on.copies.getJobLogs('copy-one')).logs).toEqual(['first']);
  });

  test('keeps every digit of its data', async () => {
    on = await redisCopies('gone');
    await on.copies.add('dead', { jobId: 'one', jobName: 'work', data: 1, failedReason: 'x' }, { jobId: 'copy-one' });
    await on.redis.hset(on.copyKey('copy-one'), 'data', '{"jobId":"one","jobName":"work","failedReason":"x","data":{"id":12345678901234567890,"price":1.50}}');
    const letter = await onlyLetter(on.adapter);
    expect(Buffer.from(letter.body).toString()).toBe('{"id":12345678901234567890,"price":1.50}');
    await on.adapter.replay([replayOrder(letter, 'r1')]);
    expect(await on.redis.hget(on.key('one'), 'data')).toBe('{"id":12345678901234567890,"price":1.50}');
  });

  test('wakes a worker that waits for the main queue', async () => {
    on = await redisCopies('gone');
    await on.die('one', { amount: 1 });
    const ran: unknown[] = [];
    const worker = new Worker(on.main.name, async (job) => void ran.push(job.data), { connection: redisAddress(), prefix: on.main.opts.prefix ?? '' });
    await worker.waitUntilReady();
    await on.adapter.replay([replayOrder(await onlyLetter(on.adapter), 'r1')]);
    await expect.poll(() => ran, { timeout: 10_000 }).toEqual([{ amount: 1 }]);
    await worker.close();
  });

  test('that nobody can read goes to a person, and the others go on', async () => {
    on = await redisCopies('gone', { unwrap: ({ data }) => {
      const { kind, id } = data as { readonly kind: string; readonly id: string };
      if (kind === 'throws') throw new Error('what is this?');
      if (kind === 'foreign') return undefined;
      return (kind === 'nonsense' ? 7 : { id, name: 'work', data: { id }, failedReason: 'x', attemptsMade: 2, failedAt: 5 }) as never;
    } });
    for (const kind of ['throws', 'foreign', 'nonsense', 'good']) await on.copies.add('dead', { kind, id: `job-${kind}` });
    const letters = await allLetters(on.adapter);
    expect(letters.map(({ messageId, unclear }) => unclear ?? messageId)).toEqual(['unwrap threw: what is this?', 'unwrap answered a value of type number, which is no letter', 'job-good']);
    const receipts = await on.adapter.replay(letters.map((letter, index) => replayOrder(letter, `r${index}`)));
    expect(receipts.map(({ kind }) => kind)).toEqual(['refused', 'refused', 'done']);
    expect(await on.run('complete')).toEqual({ id: 'job-good', payload: { id: 'job-good' } });
    const [first] = letters;
    if (first === undefined) throw new Error('the letter is missing');
    expect(await on.adapter.remove([removeOrder(first, 'd1')])).toMatchObject([{ kind: 'done' }]);
    expect(await on.adapter.restore([first])).toMatchObject([{ kind: 'done' }]);
    expect((await allLetters(on.adapter)).some(({ epoch }) => epoch === first.epoch)).toBe(true);
  });

  test('is found by the id of its job, also by an adapter that never read it', async () => {
    on = await redisCopies('kept');
    for (const id of ['a', 'b', 'c']) await on.die(id, { id });
    const other = await on.openAnother();
    expect((await other.look(['b', 'nobody', 'a'])).map((letter) => letter?.messageId)).toEqual(['b', undefined, 'a']);
  });
});

describe('checking', () => {
  test('finds a worker on the dead-letter queue', async () => {
    on = await redisCopies('kept');
    await on.die('one', {});
    expect((await on.adapter.check()).filter(({ severity }) => severity !== 'ok')).toEqual([]);
    const worker = new Worker(on.copies.name, async () => undefined, { connection: redisAddress(), prefix: on.copies.opts.prefix ?? '', autorun: false });
    await worker.waitUntilReady();
    await expect.poll(async () => (await on.adapter.check()).filter(({ severity }) => severity === 'error')).toMatchObject([{ message: expect.stringContaining('1 worker takes jobs') }]);
    await worker.close();
  });

  test('counts copies that nobody can read', async () => {
    on = await redisCopies('kept');
    await on.copies.add('dead', { what: 'ever' });
    expect(await on.adapter.check()).toContainEqual(expect.objectContaining({ severity: 'warning', fix: expect.stringContaining('unwrap') }));
  });

  test('refuses what can be no dead-letter queue', async () => {
    on = await redisCopies('kept');
    for (const deadLetterQueue of ['jobs', '', 'a:b', 'dead-*']) {
      expect(() => bullmq('jobs', { connection: 'redis://localhost', deadLetterQueue })).toThrowError(expect.objectContaining({ code: 'MENDQ_E_CONFIG' }));
    }
    const cluster = bullmq('jobs', { connection: { cluster: [{ host: 'localhost', port: 1 }] }, prefix: '{a}', deadLetterQueue: { name: 'dead', prefix: '{b}' } });
    await expect(cluster.open({ clock: (await import('../bullmq-fixture.ts')).environment().clock, payloadBytes: 1, directory: process.cwd() })).rejects.toMatchObject({ code: 'MENDQ_E_CONFIG', message: expect.stringContaining('same hash tag') });
  });
});

describe('a line that is cut between the command and its reply', () => {
  let proxy: TcpProxy;
  beforeEach(async () => void (proxy = await tcpProxy(redisAddress())));
  afterEach(async () => proxy.close());

  test.each(['kept', 'gone'] as const)('B5 leaves one job in work, reported as done, where dead jobs are %s', async (originals) => {
    on = await redisCopies(originals, { connection: { host: '127.0.0.1', port: proxy.port } });
    await on.die('one', { amount: '1' });
    const letter = await onlyLetter(on.adapter);
    proxy.cutReplyTo('replay_copy');
    expect(await on.adapter.replay([replayOrder(letter, 'r1', { repaired: body({ amount: 1 }) })])).toMatchObject([{ kind: 'done', earlier: true }]);
    expect(proxy.cuts).toBe(1);
    expect(await on.run('complete')).toEqual({ id: 'one', payload: { amount: 1 } });
    expect(await on.run('complete')).toBeUndefined();
    expect(await on.copiesOf('one')).toHaveLength(0);
  });
});

describe('a script of BullMQ that fails half way', () => {
  test.each(['kept', 'gone'] as const)('leaves job and copy as they were, where dead jobs are %s', async (originals) => {
    on = await redisCopies(originals);
    await on.die('one', { amount: 1 });
    const letter = await onlyLetter(on.adapter);
    const before = await on.redis.hgetallBuffer(on.key('one'));
    const wait = on.key('wait');
    await on.redis.set(wait, 'a key of a foreign type');
    expect(await on.adapter.replay([replayOrder(letter, 'r1')])).toMatchObject([{ kind: 'refused' }]);
    await on.redis.del(wait);
    expect(await on.redis.hgetallBuffer(on.key('one'))).toEqual(before);
    expect(await onlyLetter(on.adapter)).toEqual(letter);
    expect(await on.adapter.replay([replayOrder(letter, 'r1')])).toMatchObject([{ kind: 'done', earlier: false }]);
    expect(await on.run('complete')).toEqual({ id: 'one', payload: { amount: 1 } });
  });
});
