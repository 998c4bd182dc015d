import { describe, expect, test } from 'vitest';
import type { ClaimResult } from '../../../src/ledger/contract.ts';
import { at, entry, event, lease, move, planned, QUEUE, raw, recorded, recordOf } from '../build.ts';
import type { LedgerOf } from './opened-ledger.ts';

export function claimSuite(opened: LedgerOf): void {
  const takeAll = (owner = 'ann') => opened().ledger.take({ queue: QUEUE, now: at(1), limit: 1000, lease: lease(owner) });
  const claim = (ids: readonly string[], { owner = 'ann', allowance = Infinity } = {}) =>
    opened().ledger.claim(ids.map((id) => ({ id, allowance, event: event('claimed') })), QUEUE, lease(owner, at(90)), at(2));

  describe('claim', () => {
    test('gives the right to replay what the owner has taken', async () => {
      const { ledger } = opened();
      const [id = ''] = await planned(ledger, [raw('1')], { hold: 'canary' });
      await takeAll();
      expect(await claim([id])).toEqual(['claimed']);
      const record = await recordOf(ledger, id);
      expect({ state: record.state, lease: record.lease, hold: record.hold }).toEqual({ state: 'claimed', lease: { owner: 'ann', until: at(90) } });
      expect((await ledger.events(id)).map(({ type }) => type)).toEqual(['seen', 'decided', 'claimed']);
      expect(await ledger.groups()).toMatchObject([{ letters: 1, inFlight: 1 }]);
    });

    test('is lost where the letter is not held, held by another, of another queue, changed or unknown', async () => {
      const { ledger } = opened();
      const [free = '', taken = '', parked = ''] = await planned(ledger, [raw('1', { epoch: 'free' }), raw('2'), raw('3')]);
      await ledger.transition([move(free, ['planned'], 'planned', { dueAt: at(500) })], at(0));
      await takeAll('bob');
      await ledger.transition([move(parked, ['planned'], 'parked')], at(1));
      expect(await claim([free, taken, parked, 'letter_unknown'])).toEqual(['lost', 'lost', 'lost', 'lost']);
      expect(await ledger.claim([{ id: taken, allowance: 1, event: event() }], 'other', lease('bob'), at(2))).toEqual(['lost']);
      expect(await claim([taken, taken], { owner: 'bob' })).toEqual(['claimed', 'lost']);
    });

    test('holds back a letter whose key is in flight, also by the same call', async () => {
      const { ledger } = opened();
      const ids = await planned(ledger, [raw('1'), raw('2'), raw('3', { name: 'other-type' })], { key: 'inv_1' });
      await takeAll();
      expect(await claim(ids)).toEqual(['claimed', 'key-in-flight', 'claimed']);
      const [first = '', second = ''] = ids;
      for (const [from, to] of [['claimed', 'intent'], ['intent', 'replayed']] as const) {
        await ledger.transition([move(first, [from], to)], at(3));
        expect(await claim([second])).toEqual(['key-in-flight']);
      }
      expect((await recordOf(ledger, second)).state).toBe('planned');
      await ledger.transition([move(first, ['replayed'], 'healed')], at(4));
      expect(await claim([second])).toEqual(['claimed']);
    });

    test('lets letters without a key by', async () => {
      const { ledger } = opened();
      const ids = await planned(ledger, [raw('1'), raw('2')]);
      await takeAll();
      expect(await claim(ids)).toEqual(['claimed', 'claimed']);
    });

    test('keeps to the allowance of the group', async () => {
      const { ledger } = opened();
      const ids = await planned(ledger, Array.from({ length: 5 }, (_, index) => raw(String(index))));
      await takeAll();
      expect(await claim(ids.slice(0, 3), { allowance: 2 })).toEqual(['claimed', 'claimed', 'over-allowance']);
      expect(await claim(ids.slice(3), { allowance: 3 })).toEqual(['claimed', 'over-allowance']);
      await ledger.transition([move(ids[0] ?? '', ['claimed'], 'healed')], at(3));
      expect(await claim(ids.slice(4), { allowance: 3 })).toEqual(['claimed']);
    });

    test('counts the allowance over queues that share a group', async () => {
      const { ledger } = opened();
      const [mine = '', theirs = ''] = await planned(ledger, [raw('1'), raw('1', { queue: 'other' })]);
      await takeAll();
      await ledger.take({ queue: 'other', now: at(1), limit: 1, lease: lease() });
      const ask = (id: string, queue: string) => ledger.claim([{ id, allowance: 1, event: event() }], queue, lease(), at(2));
      expect((await Promise.all([ask(mine, QUEUE), ask(theirs, 'other')])).flat().toSorted()).toEqual(['claimed', 'over-allowance']);
    });

    test('gives one of 20 claimers the key, and the group its allowance', async () => {
      const { ledger } = opened();
      const owners = Array.from({ length: 20 }, (_, index) => `owner-${index}`);
      const ids = await recorded(ledger, owners.flatMap((owner) => [raw(`${owner}-same`), raw(`${owner}-own`)]));
      await ledger.decide(ids.map((id, index) => entry(id, { dueAt: at(0), group: `s1:${index % 2}`, ...(index % 2 === 0 ? { key: 'same' } : {}) })), at(0));
      for (const owner of owners) await ledger.take({ queue: QUEUE, now: at(1), limit: 2, lease: lease(owner) });
      const held = await ledger.list({ queue: QUEUE });
      const results = await Promise.all(owners.map((owner) => claim(held.filter((record) => record.lease?.owner === owner).map(({ id }) => id), { owner, allowance: 5 })));
      const tally = (wanted: ClaimResult) => results.flat().filter((result) => result === wanted).length;
      expect({ claimed: tally('claimed'), keys: tally('key-in-flight'), over: tally('over-allowance') }).toEqual({ claimed: 6, keys: 19, over: 15 });
      expect((await ledger.groups()).map(({ signature, inFlight }) => [signature, inFlight])).toEqual([['s1:0', 1], ['s1:1', 5]]);
    });

    test('never lets two letters of one key into flight by another way', async () => {
      const { ledger, query } = opened();
      const [first = '', second = '', third = ''] = await planned(ledger, [raw('1'), raw('2'), raw('3')], { key: 'inv_1' });
      await takeAll();
      await claim([first]);
      await ledger.transition([move(second, ['planned'], 'parked'), move(third, ['planned'], 'parked')], at(2));
      const back = [move(second, ['parked'], 'replayed'), move(third, ['parked'], 'replayed')];
      expect(await ledger.transition(back, at(3))).toEqual([false, false]);
      await ledger.transition([move(first, ['claimed'], 'healed')], at(3));
      expect(await ledger.transition(back, at(3))).toEqual([true, false]);
      await expect(query(`update mendq.letters set state = 'intent' where id = '${third}'`)).rejects.toThrow(/letters_key_in_flight/);
    });
  });
}
