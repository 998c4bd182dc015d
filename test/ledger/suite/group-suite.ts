import { describe, expect, test } from 'vitest';
import type { Remedy } from '../../../src/core/remedy.ts';
import type { Ledger } from '../../../src/ledger/contract.ts';
import { at, claimed, entry, event, inState, move, planned, raw, recordOf } from '../build.ts';
import type { LedgerOf } from './opened-ledger.ts';

const operation = (path: string) => ({ name: 'to-boolean', class: 'lossless', path, when: { code: 'type', received: 'string' } }) as const;
const remedy = (part: Partial<Remedy> = {}): Remedy => ({ signature: 's1:group', operations: [operation('/a')], origin: 'rule', state: 'canary', ...part });

export function groupSuite(opened: LedgerOf): void {
  describe('groups', () => {
    test('come by signature, or all of them, most letters first', async () => {
      const { ledger } = opened();
      await planned(ledger, [raw('1')], { group: 's1:small' });
      await planned(ledger, [raw('2'), raw('3')], { group: 's1:large' });
      expect((await ledger.groups()).map(({ signature, letters }) => [signature, letters])).toEqual([['s1:large', 2], ['s1:small', 1]]);
      expect((await ledger.groups(['s1:small', 's1:none'])).map(({ signature }) => signature)).toEqual(['s1:small']);
    });

    test.each([
      ['claimed', { inFlight: 1, healed: 0, returned: 0 }],
      ['intent', { inFlight: 1, healed: 0, returned: 0 }],
      ['replayed', { inFlight: 1, healed: 0, returned: 0 }],
      ['healed', { inFlight: 0, healed: 1, returned: 0 }],
      ['presumed', { inFlight: 0, healed: 1, returned: 0 }],
      ['returned', { inFlight: 0, healed: 0, returned: 1 }],
      ['settled', { inFlight: 0, healed: 0, returned: 0 }],
    ] as const)('count a letter in %s', async (state, counters) => {
      const { ledger } = opened();
      await inState(ledger, raw('1'), state);
      expect(await ledger.groups()).toMatchObject([{ letters: 1, ...counters }]);
    });

    test('move a healed letter to the returned ones when its message dies again', async () => {
      const { ledger } = opened();
      await inState(ledger, raw('1'), 'healed');
      await ledger.record([raw('1', { epoch: '2' })], at(100));
      expect(await ledger.groups()).toMatchObject([{ letters: 1, inFlight: 0, healed: 0, returned: 1 }]);
    });
  });

  describe('breaker', () => {
    test('stops a group: escalates what is planned, whoever holds it, and revokes the remedy', async () => {
      const { ledger } = opened();
      await ledger.proposeRemedies([remedy(), remedy({ signature: 's1:other' })], at(0));
      const [flying = ''] = await claimed(ledger, [raw('0')]);
      const waiting = await planned(ledger, [raw('1'), raw('2')], { hold: 'canary' });
      const [elsewhere = ''] = await planned(ledger, [raw('3')], { group: 's1:other' });
      const stopped = await ledger.openBreaker('s1:group', { why: '3 of 4 returned', event: event('finished', { outcome: 'escalated' }) }, at(7));
      expect([...stopped].toSorted()).toEqual(waiting.toSorted());
      expect(await ledger.groups(['s1:group'])).toMatchObject([{ breaker: { openedAt: at(7), why: '3 of 4 returned' } }]);
      for (const id of waiting) {
        const record = await recordOf(ledger, id);
        expect(record).toMatchObject({ state: 'escalated', why: '3 of 4 returned' });
        expect([record.hold, record.dueAt, record.lease]).toEqual([undefined, undefined, undefined]);
        expect((await ledger.events(id)).at(-1)).toMatchObject({ type: 'finished', detail: { outcome: 'escalated' } });
      }
      expect((await recordOf(ledger, flying)).state).toBe('claimed');
      expect((await recordOf(ledger, elsewhere)).state).toBe('planned');
      expect(await ledger.remedies(['s1:group', 's1:other'])).toEqual(expect.arrayContaining([remedy({ state: 'revoked' }), remedy({ signature: 's1:other' })]));
    });

    test('does nothing more the second time, and nothing to an unknown group', async () => {
      const { ledger } = opened();
      const [id = ''] = await planned(ledger, [raw('1')]);
      await ledger.openBreaker('s1:group', { why: 'first', event: event() }, at(1));
      await ledger.decide([entry(id)], at(2));
      expect(await ledger.openBreaker('s1:group', { why: 'second', event: event() }, at(3))).toEqual([]);
      expect((await recordOf(ledger, id)).state).toBe('planned');
      expect(await ledger.groups()).toMatchObject([{ breaker: { openedAt: at(1), why: 'first' } }]);
      expect(await ledger.openBreaker('s1:unknown', { why: 'why', event: event() }, at(3))).toEqual([]);
    });

    test('opened by two at once, escalates each letter once', async () => {
      const { ledger } = opened();
      const ids = await planned(ledger, Array.from({ length: 50 }, (_, index) => raw(String(index))));
      const stopped = await Promise.all(['one', 'two'].map((why) => ledger.openBreaker('s1:group', { why, event: event() }, at(1))));
      expect(stopped.flat().toSorted()).toEqual(ids.toSorted());
    });

    test('is closed once', async () => {
      const { ledger } = opened();
      await planned(ledger, [raw('1')]);
      await ledger.openBreaker('s1:group', { why: 'why', event: event() }, at(1));
      expect([await ledger.closeBreaker('s1:group', at(2)), await ledger.closeBreaker('s1:group', at(2)), await ledger.closeBreaker('s1:none', at(2))]).toEqual([true, false, false]);
      expect((await ledger.groups())[0]).not.toHaveProperty('breaker');
    });
  });

  describe('breaker with an end', () => {
    test('lets the planned letters wait, and can be opened again only when its time is over', async () => {
      const { ledger } = opened();
      const [id = ''] = await planned(ledger, [raw('1')]);
      const stop = (why: string, until: Date) => ({ why, until, event: event() });
      expect(await ledger.openBreaker('s1:group', stop('first', at(100)), at(1))).toEqual([]);
      expect((await recordOf(ledger, id)).state).toBe('planned');
      await ledger.openBreaker('s1:group', stop('too early', at(200)), at(50));
      expect(await ledger.groups()).toMatchObject([{ breaker: { why: 'first', until: at(100), openings: 1 } }]);
      await ledger.openBreaker('s1:group', stop('second', at(300)), at(100));
      expect(await ledger.groups()).toMatchObject([{ breaker: { why: 'second', until: at(300), openings: 2 }, recent: { healed: 0, returned: 0, healedInARow: 0 } }]);
      await ledger.closeBreaker('s1:group', at(300));
      await ledger.openBreaker('s1:group', stop('later', at(900)), at(500));
      expect(await ledger.groups()).toMatchObject([{ breaker: { why: 'later', openings: 1 } }]);
    });
  });

  describe('recent outcomes', () => {
    const finish = async (ledger: Ledger, id: string, state: 'healed' | 'returned', seconds: number): Promise<void> => {
      const [letter = ''] = await claimed(ledger, [raw(id)]);
      expect(await ledger.transition([move(letter, ['claimed'], 'replayed')], at(seconds))).toEqual([true]);
      expect(await ledger.transition([move(letter, ['replayed'], state)], at(seconds))).toEqual([true]);
    };

    test('count what healed in a row, begin anew after a return and after a rest', async () => {
      const { ledger } = opened();
      await finish(ledger, '1', 'healed', 10);
      await finish(ledger, '2', 'healed', 20);
      expect(await ledger.groups()).toMatchObject([{ healed: 2, recent: { healed: 2, returned: 0, healedInARow: 2, lastAt: at(20) } }]);
      await finish(ledger, '3', 'returned', 30);
      await finish(ledger, '4', 'healed', 40);
      expect(await ledger.groups()).toMatchObject([{ healed: 3, returned: 1, recent: { healed: 3, returned: 1, healedInARow: 1 } }]);
      await finish(ledger, '5', 'healed', 40 + 601);
      expect(await ledger.groups()).toMatchObject([{ healed: 4, returned: 1, recent: { healed: 1, returned: 0, healedInARow: 1 } }]);
    });
  });

  describe('work that was done elsewhere', () => {
    test('is what another letter of the same queue, name and key has healed', async () => {
      const { ledger } = opened();
      const [first = ''] = await claimed(ledger, [raw('1')], { key: 'k' });
      const [second = '', third = '', fourth = ''] = await planned(ledger, [raw('2'), raw('3'), raw('4', { name: 'other' })], { key: 'k' });
      expect(await ledger.doneElsewhere([first, second])).toEqual([]);
      await ledger.transition([move(first, ['claimed'], 'replayed')], at(1));
      expect(await ledger.doneElsewhere([second])).toEqual([]);
      await ledger.transition([move(first, ['replayed'], 'healed')], at(2));
      expect((await ledger.doneElsewhere([first, second, third, fourth, 'letter_unknown'])).toSorted()).toEqual([second, third].toSorted());
      expect(await ledger.doneElsewhere([])).toEqual([]);
    });
  });

  describe('remedies', () => {
    test('are stored once and never overwritten', async () => {
      const { ledger } = opened();
      await ledger.proposeRemedies([remedy()], at(0));
      await ledger.proposeRemedies([remedy({ operations: [operation('/b')], origin: 'model' }), remedy({ signature: 's1:new', operations: [] })], at(1));
      expect(await ledger.remedies(['s1:group', 's1:unknown'])).toEqual([remedy()]);
      expect(await ledger.remedies(['s1:new'])).toEqual([remedy({ signature: 's1:new', operations: [] })]);
      expect(await ledger.remedies([])).toEqual([]);
    });

    test('move only from the state that they are in', async () => {
      const { ledger } = opened();
      await ledger.proposeRemedies([remedy()], at(0));
      expect(await ledger.moveRemedy('s1:group', 'proposed', 'trusted', at(1))).toBe(false);
      expect(await ledger.moveRemedy('s1:group', 'canary', 'trusted', at(1))).toBe(true);
      expect(await ledger.moveRemedy('s1:unknown', 'canary', 'trusted', at(1))).toBe(false);
      expect(await ledger.remedies(['s1:group'])).toEqual([remedy({ state: 'trusted' })]);
    });
  });
}
