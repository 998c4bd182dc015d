import { describe, expect, test } from 'vitest';
import { at, claimed, entry, event, inState, lease, move, planned, QUEUE, raw, recorded, recordOf } from '../build.ts';
import type { LedgerOf } from './opened-ledger.ts';

const MEBIBYTE = 1024 * 1024;

export function takeSuite(opened: LedgerOf): void {
  const take = (owner: string, seconds = 1, limit = 100) => opened().ledger.take({ queue: QUEUE, now: at(seconds), limit, lease: lease(owner, at(seconds + 60)) });

  describe('take', () => {
    test('leases what is due, oldest due time first, with its body and plan', async () => {
      const { ledger } = opened();
      const ids = await recorded(ledger, ['1', '2', '3', '4', '5'].map((id) => raw(id)));
      const dueAt = [at(10), at(5), at(20), at(7), undefined];
      await ledger.decide(ids.map((id, index) => entry(id, { plan: { body: new Uint8Array([index]) }, ...(dueAt[index] && { dueAt: dueAt[index] }) })), at(0));
      const taken = await take('ann', 10);
      expect(taken.map(({ letter }) => letter.messageId)).toEqual(['5', '2', '4', '1']);
      expect(taken[1]).toEqual(await recordOf(ledger, ids[1] ?? ''));
      expect(taken[1]).toMatchObject({ lease: { owner: 'ann', until: at(70) }, letter: raw('2'), decision: { plan: { body: new Uint8Array([1]) } } });
    });

    test('gives at most so many, of one queue', async () => {
      const { ledger } = opened();
      await planned(ledger, [raw('1'), raw('2'), raw('3'), raw('1', { queue: 'other' })]);
      expect(await take('ann', 1, 2)).toHaveLength(2);
      expect(await take('bob', 1, 5)).toHaveLength(1);
    });

    test('gives nothing but planned letters', async () => {
      const { ledger } = opened();
      for (const state of ['seen', 'escalated', 'parked', 'claimed', 'intent', 'replayed', 'healed'] as const) await inState(ledger, raw(state), state);
      expect(await take('bob')).toEqual([]);
    });

    test('passes by what another owner holds until the lease runs out', async () => {
      const { ledger } = opened();
      const [id = ''] = await planned(ledger, [raw('1')]);
      expect(await take('ann', 1)).toHaveLength(1);
      expect(await take('bob', 60)).toEqual([]);
      expect(await take('ann', 30)).toHaveLength(1);
      expect(await take('bob', 89)).toEqual([]);
      expect(await take('bob', 90)).toHaveLength(1);
      expect((await recordOf(ledger, id)).lease).toEqual({ owner: 'bob', until: at(150) });
    });

    test('stops before the bodies exceed 32 MiB, but gives one', async () => {
      const { ledger } = opened();
      const ids = await recorded(ledger, [raw('huge', { body: new Uint8Array(17 * MEBIBYTE) }), raw('next', { body: new Uint8Array(MEBIBYTE) }), raw('last')]);
      await ledger.decide(ids.map((id, index) => entry(id, { dueAt: at(index), plan: index === 0 ? { body: new Uint8Array(16 * MEBIBYTE) } : {} })), at(0));
      expect((await take('ann', 9)).map(({ letter }) => letter.messageId)).toEqual(['huge']);
      expect((await take('bob', 9)).map(({ letter }) => letter.messageId)).toEqual(['next', 'last']);
    });

    test('gives no letter to two takers', async () => {
      const { ledger } = opened();
      const ids = await planned(ledger, Array.from({ length: 600 }, (_, index) => raw(String(index))));
      const everything = async (owner: string) => {
        const got: string[] = [];
        for (let more = true; more; ) {
          const batch = await ledger.take({ queue: QUEUE, now: at(1), limit: 7, lease: lease(owner, at(61)) });
          const known = new Set(got);
          const fresh = batch.filter(({ id }) => !known.has(id));
          got.push(...fresh.map(({ id }) => id));
          await ledger.transition(fresh.map(({ id }) => move(id, ['planned'], 'parked', { owner })), at(1));
          more = batch.length > 0;
        }
        return got;
      };
      const [ann, bob] = await Promise.all([everything('ann'), everything('bob')]);
      expect(new Set([...ann, ...bob]).size).toBe(ids.length);
      expect(ann.length + bob.length).toBe(ids.length);
    });
  });

  describe('takeAbandoned', () => {
    const takeAbandoned = (owner: string, seconds: number, limit = 100) =>
      opened().ledger.takeAbandoned({ queue: QUEUE, now: at(seconds), limit, lease: lease(owner, at(seconds + 60)) });

    test('leases claimed and intended letters whose lease has run out', async () => {
      const { ledger } = opened();
      const ids = await claimed(ledger, [raw('1'), raw('2'), raw('3'), raw('4', { queue: 'other' })]);
      await ledger.transition([move(ids[1] ?? '', ['claimed'], 'intent'), move(ids[2] ?? '', ['claimed'], 'replayed')], at(2));
      const taken = await takeAbandoned('bob', 60);
      expect(new Map(taken.map(({ letter, state, lease: held }) => [letter.messageId, [state, held?.owner]]))).toEqual(new Map([['1', ['claimed', 'bob']], ['2', ['intent', 'bob']]]));
      expect(await takeAbandoned('bob', 119)).toEqual([]);
    });

    test('leases those of other owners at once where nobody else can be there', async () => {
      const { ledger } = opened();
      await claimed(ledger, [raw('1')]);
      expect(await takeAbandoned('bob', 2)).toHaveLength(ledger.exclusive ? 1 : 0);
      expect(await takeAbandoned('ann', 2)).toHaveLength(ledger.exclusive ? 1 : 0);
      expect(await takeAbandoned('ann', 3)).toEqual([]);
    });

    test('gives at most so many', async () => {
      await claimed(opened().ledger, [raw('1'), raw('2'), raw('3')]);
      expect(await takeAbandoned('bob', 60, 2)).toHaveLength(2);
    });
  });

  describe('nextDue', () => {
    test('is the earliest time at which something can be taken', async () => {
      const { ledger } = opened();
      expect(await ledger.nextDue()).toBeUndefined();
      await planned(ledger, [raw('1')], { dueAt: at(50), group: 's1:a' });
      await planned(ledger, [raw('2')], { dueAt: at(40), group: 's1:b' });
      expect(await ledger.nextDue()).toEqual(at(40));
      await take('ann', 45);
      expect(await ledger.nextDue()).toEqual(at(50));
      await ledger.openBreaker('s1:a', { why: 'stopped', event: event() }, at(45));
      expect(await ledger.nextDue()).toEqual(at(105));
    });

    test('is in the past for a letter that is due at once', async () => {
      const { ledger } = opened();
      const [id = ''] = await recorded(ledger, [raw('1')]);
      await ledger.decide([entry(id)], at(3));
      expect(await ledger.nextDue()).toEqual(at(3));
    });
  });
}
