import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { allLetters, body, onlyLetter, removeOrder, replayOrder } from '../../../conformance/queue-suite.ts';
import { serverStore, type PostgresStore } from '../postgres-fixture.ts';
import type { CopiesFixture, CopiesParts } from './copies-fixture.ts';
import { postgresCopies } from './postgres-copies.ts';
import { redisCopies } from './redis-copies.ts';

let store: PostgresStore;
beforeAll(async () => void (store = await serverStore()));
afterAll(async () => store.stop());

const stores: readonly [string, (originals: CopiesParts['originals']) => Promise<CopiesFixture>][] = [
  ['Redis', async (originals) => redisCopies(originals)],
  ['PostgreSQL', async (originals) => postgresCopies(store, originals)],
];

describe.each(stores)('copies in %s', (_, open) => {
  let on: CopiesFixture;
  afterEach(async () => on.close());

  describe('while the dead job still is in its queue', () => {
    beforeEach(async () => void (on = await open('kept')));

    test('put the job itself back, never a second one', async () => {
      await on.die('one', { amount: '1' });
      const letter = await onlyLetter(on.adapter);
      expect(letter).toMatchObject({ messageId: 'one', name: 'work', failure: { reason: 'no luck with one' }, attempts: 1 });
      expect(await on.adapter.replay([replayOrder(letter, 'r1', { repaired: body({ amount: 1 }) })])).toMatchObject([{ kind: 'done' }]);
      expect(await on.main.getJobCounts('waiting', 'failed')).toMatchObject({ waiting: 1, failed: 0 });
      expect(await on.copies.getJobCounts('waiting')).toMatchObject({ waiting: 0 });
      expect(await on.run('complete')).toEqual({ id: 'one', payload: { amount: 1 } });
      expect(await on.run('complete')).toBeUndefined();
    });

    test.each<[string, (fixture: CopiesFixture) => Promise<unknown>]>([
      ['waits', async () => undefined],
      ['is running', async ({ take }) => take()],
      ['has completed', async ({ run }) => run('complete')],
      ['waits for its time', async ({ take }) => (await take())?.moveToDelayed(Date.now() + 600_000, 'test')],
    ])('leave a job alone that %s', async (_state, happens) => {
      await on.die('one', {});
      const letter = await onlyLetter(on.adapter);
      await (await on.main.getJob('one'))?.retry();
      await happens(on);
      const before = await on.main.getJobState('one');
      expect(await on.adapter.replay([replayOrder(letter, 'r1')])).toMatchObject([{ kind: 'superseded', why: expect.stringContaining('the job that the copy was made of') }]);
      expect(await on.main.getJobState('one')).toBe(before);
      expect(await on.copiesOf('one')).toHaveLength(1);
    });

    test('let a person decide where job and copy say different things', async () => {
      await on.die('one', { amount: 1 });
      const letter = await onlyLetter(on.adapter);
      await (await on.main.getJob('one'))?.updateData({ amount: 2 });
      expect(await on.adapter.replay([replayOrder(letter, 'r1')])).toMatchObject([{ kind: 'refused', why: expect.stringContaining('other data') }]);
      expect((await on.main.getJob('one'))?.data).toEqual({ amount: 2 });
      expect(await on.copiesOf('one')).toHaveLength(1);
    });

    test('count all copies of one job as the same message', async () => {
      await on.die('one', {});
      const first = await onlyLetter(on.adapter);
      await on.adapter.replay([replayOrder(first, 'r1')]);
      await on.run('fail');
      const second = await onlyLetter(on.adapter);
      expect(second).toMatchObject({ messageId: first.messageId, enqueuedAt: first.enqueuedAt });
      expect(second.epoch).not.toBe(first.epoch);
      expect(await on.adapter.progress([{ ...first, replayId: 'r1', replayedAt: new Date() }])).toMatchObject([{ kind: 'failed' }]);
    });

    test('of every attempt are replayed once', async () => {
      await on.die('one', {});
      const [copy] = await on.copiesOf('one');
      await on.copies.add('dead', copy?.data);
      const letters = await allLetters(on.adapter);
      expect(letters).toHaveLength(2);
      const receipts = await Promise.all(letters.map(async (letter, index) => on.adapter.replay([replayOrder(letter, `r${index}`)])));
      expect(receipts.flat().map(({ kind }) => kind).toSorted()).toEqual(['done', 'superseded']);
      expect(await on.run('complete')).toBeDefined();
      expect(await on.run('complete')).toBeUndefined();
    });

    test('without a wrapper are taken where the dead job proves them, else not', async () => {
      await on.main.add('work', { amount: 1 }, { jobId: 'proved' });
      await on.fail(new Error('no luck'));
      for (const copy of await on.copies.getJobs(['waiting'])) await copy.remove();
      await on.copies.add('work', { amount: 1 }, { jobId: 'proved' });
      await on.copies.add('work', { amount: 1 }, { jobId: 'guessed' });
      const letters = await allLetters(on.adapter);
      const [proved, guessed] = ['proved', 'guessed'].map((id) => letters.find(({ messageId }) => messageId === id));
      if (proved === undefined || guessed === undefined) throw new Error('letters are missing');
      expect(proved).toMatchObject({ name: 'work', failure: { reason: 'no luck' } });
      expect(proved.unclear).toBeUndefined();
      expect(guessed.unclear).toContain('wrapper is not known');
      expect(await on.adapter.replay([replayOrder(proved, 'r1'), replayOrder(guessed, 'r2')])).toMatchObject([{ kind: 'done' }, { kind: 'refused' }]);
      expect((await on.copies.getJobs(['waiting'])).map(({ id }) => id)).toEqual(['guessed']);
    });

    test('of other queues are left alone', async () => {
      await on.copies.add('dead', { jobId: '1', jobName: 'work', data: {}, failedReason: 'x', queue: 'another' });
      expect(await on.adapter.read()).toEqual({ letters: [] });
      expect(await on.copies.getJobCounts('waiting')).toMatchObject({ waiting: 1 });
    });
  });

  describe('of a job that is gone', () => {
    beforeEach(async () => void (on = await open('gone')));

    test('bring it back under its id, with its options and one run', async () => {
      await on.main.add('work', { amount: '1' }, { jobId: 'one', attempts: 4, backoff: { type: 'fixed', delay: 1 }, removeOnFail: true, removeOnComplete: { count: 3 } });
      await on.fail(new Error('no luck'));
      const job = await on.main.getJob('one');
      // The application copies each attempt; only the last one is dead.
      if (job !== undefined) await job.remove();
      const [letter] = await allLetters(on.adapter);
      if (letter === undefined) throw new Error('the letter is missing');
      expect(await on.adapter.replay([replayOrder(letter, 'r1', { repaired: body({ amount: 1 }) })])).toMatchObject([{ kind: 'done', earlier: false }]);
      const again = await on.main.getJob('one');
      expect(again).toMatchObject({ id: 'one', name: 'work', data: { amount: 1 }, attemptsMade: 3, opts: { attempts: 4, removeOnFail: true, removeOnComplete: { count: 3 } } });
      expect(again?.timestamp).toBe(job?.timestamp);
      expect(await on.main.getJobCounts('waiting')).toMatchObject({ waiting: 1 });
    });

    test('keep a priority and all attempts', async () => {
      await on.main.add('work', {}, { jobId: 'one', attempts: 1, priority: 7, removeOnFail: true });
      await on.fail(new Error('no luck'));
      await on.adapter.replay([replayOrder(await onlyLetter(on.adapter), 'r1', { attempts: 'full' })]);
      expect(await on.main.getJob('one')).toMatchObject({ attemptsMade: 0, priority: 7, opts: { attempts: 1 } });
      expect(await on.run('complete')).toMatchObject({ id: 'one' });
    });

    test('never meet a job that a producer added under the same id', async () => {
      await on.die('one', { by: 'first' });
      const letter = await onlyLetter(on.adapter);
      const [receipts] = await Promise.all([on.adapter.replay([replayOrder(letter, 'r1')]), on.main.add('work', { by: 'second' }, { jobId: 'one' })]);
      const done = receipts[0]?.kind === 'done';
      expect(await on.run('complete')).toEqual({ id: 'one', payload: { by: done ? 'first' : 'second' } });
      expect(await on.run('complete')).toBeUndefined();
      expect(await on.copiesOf('one')).toHaveLength(done ? 0 : 1);
    });

    test('are replayed or removed by a person, never both', async () => {
      for (let round = 0; round < 10; round += 1) {
        await on.die(`job-${round}`, { round });
        const letter = (await allLetters(on.adapter)).find(({ messageId }) => messageId === `job-${round}`);
        if (letter === undefined) throw new Error('the letter is missing');
        const [copy] = await on.copiesOf(`job-${round}`);
        const [[receipt]] = await Promise.all([on.adapter.replay([replayOrder(letter, `r-${round}`)]), copy?.remove().catch(() => undefined)]);
        const ran = await on.run('complete');
        expect(receipt?.kind).toBe(ran === undefined ? 'superseded' : 'done');
        expect(await on.copiesOf(`job-${round}`)).toHaveLength(0);
      }
    });

    test('in any state that no worker took are letters', async () => {
      const wrapped = (id: string): object => ({ jobId: id, jobName: 'work', data: { id }, failedReason: 'x' });
      await on.copies.add('dead', wrapped('waiting'));
      await on.copies.add('dead', wrapped('delayed'), { delay: 600_000 });
      await on.copies.add('dead', wrapped('prioritized'), { priority: 3 });
      const letters = await allLetters(on.adapter, 1);
      expect(letters.map(({ messageId }) => messageId).toSorted()).toEqual(['delayed', 'prioritized', 'waiting']);
      for (const letter of letters) {
        const order = removeOrder(letter, `d-${letter.messageId}`);
        expect(await on.adapter.remove([order])).toMatchObject([{ kind: 'done' }]);
        expect(await on.adapter.restore([letter])).toMatchObject([{ kind: 'done', earlier: false }]);
      }
      expect(await on.copies.getJobCounts('waiting', 'delayed', 'prioritized')).toMatchObject({ waiting: 1, delayed: 1, prioritized: 1 });
      expect(await allLetters(on.adapter)).toEqual(letters);
      expect(await on.adapter.replay(letters.map((letter) => replayOrder(letter, `r-${letter.messageId}`)))).toMatchObject([{ kind: 'done' }, { kind: 'done' }, { kind: 'done' }]);
      expect(await on.copies.count()).toBe(0);
    });
  });
});
