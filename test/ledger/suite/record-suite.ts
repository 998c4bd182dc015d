import { describe, expect, test } from 'vitest';
import { letterIdOf } from '../../../src/core/dead-letter.ts';
import { sha256 } from '../../../src/core/hash.ts';
import type { LetterState } from '../../../src/core/outcome.ts';
import { at, deadAgain, inState, one, raw, recorded, recordOf } from '../build.ts';
import type { LedgerOf } from './opened-ledger.ts';

/** What becomes of a letter in each state when its message dies again, and the round of the new death. */
const FATES: readonly (readonly [LetterState, LetterState, number])[] = [
  ['seen', 'superseded', 0],
  ['planned', 'superseded', 0],
  ['claimed', 'superseded', 0],
  ['intent', 'intent', 1],
  ['replayed', 'returned', 1],
  ['healed', 'returned', 1],
  ['presumed', 'returned', 1],
  ['returned', 'returned', 1],
  ['settled', 'settled', 0],
  ['discarded', 'discarded', 0],
  ['escalated', 'superseded', 0],
  ['parked', 'superseded', 0],
  ['superseded', 'superseded', 0],
];

export function recordSuite(opened: LedgerOf): void {
  describe('record', () => {
    test('keeps a letter as it was read', async () => {
      const { ledger } = opened();
      const letter = raw('1', { body: new Uint8Array([0, 255, 1, 0]), headers: { 'zebra': 1, 'alpha': [null, { __proto__x: true }] } });
      const { record, fresh } = one(await ledger.record([letter], at(0)));
      expect(fresh).toBe(true);
      expect(record).toEqual({ id: letterIdOf(letter), letter, round: 0, state: 'seen', why: '' });
      expect(await recordOf(ledger, record.id)).toEqual(record);
    });

    test('keeps that a body was too large to be loaded', async () => {
      const { ledger } = opened();
      const [id = ''] = await recorded(ledger, [raw('1', { body: new Uint8Array(), oversize: 12_000_000_000 })]);
      expect((await recordOf(ledger, id)).letter.oversize).toBe(12_000_000_000);
    });

    test('gives a letter that is there back as it is', async () => {
      const { ledger } = opened();
      const letter = raw('1');
      const id = await inState(ledger, letter, 'escalated');
      const { record, fresh } = one(await ledger.record([letter], at(9)));
      expect(fresh).toBe(false);
      expect(record).toEqual(await recordOf(ledger, id));
      expect(record.state).toBe('escalated');
    });

    test('gives results at the index of their letter, also where one is named twice', async () => {
      const { ledger } = opened();
      await recorded(ledger, [raw('2')]);
      const results = await ledger.record([raw('1'), raw('2'), raw('1'), raw('3')], at(0));
      expect(results.map(({ record, fresh }) => [record.letter.messageId, fresh])).toEqual([['1', true], ['2', false], ['1', false], ['3', true]]);
      expect(await ledger.record([], at(0))).toEqual([]);
    });

    test.each(FATES)('after %s: the earlier letter is %s and the new death has round %i', async (state, fate, round) => {
      const { ledger } = opened();
      const letter = raw('1');
      const earlier = await inState(ledger, letter, state);
      const { record, fresh } = one(await ledger.record([deadAgain(letter, 1)], at(100)));
      expect({ fresh, state: record.state, round: record.round }).toEqual({ fresh: true, state: 'seen', round });
      const settled = await recordOf(ledger, earlier);
      expect(settled.state).toBe(fate);
      const outcome = state === fate ? [] : [{ outcome: fate, next: record.id }];
      expect((await ledger.events(earlier)).map(({ detail }) => detail).filter((detail) => 'next' in detail)).toEqual(outcome);
      expect((await ledger.verify()).broken).toEqual([]);
    });

    test('frees the lease and the hold of the earlier letter', async () => {
      const { ledger } = opened();
      const letter = raw('1');
      const earlier = await inState(ledger, letter, 'claimed');
      await ledger.record([deadAgain(letter, 1)], at(100));
      const record = await recordOf(ledger, earlier);
      expect({ lease: record.lease, hold: record.hold, dueAt: record.dueAt, outcomeAt: record.outcomeAt }).toEqual({ outcomeAt: at(100) });
    });

    test('counts rounds over many deaths', async () => {
      const { ledger } = opened();
      const letter = raw('1');
      for (const round of [0, 1, 2, 3]) {
        const id = await inState(ledger, deadAgain(letter, round), 'replayed');
        expect((await recordOf(ledger, id)).round).toBe(round);
      }
    });

    test('takes two messages that reuse an id for strangers', async () => {
      const { ledger } = opened();
      const letter = raw('1');
      const earlier = await inState(ledger, letter, 'replayed');
      const { record } = one(await ledger.record([{ ...deadAgain(letter, 1), enqueuedAt: at(-1) }], at(100)));
      expect(record.round).toBe(0);
      expect((await recordOf(ledger, earlier)).state).toBe('replayed');
    });

    test('takes messages of two queues for strangers', async () => {
      const { ledger } = opened();
      const earlier = await inState(ledger, raw('1'), 'replayed');
      const { record } = one(await ledger.record([raw('1', { queue: 'other' })], at(100)));
      expect(record.round).toBe(0);
      expect((await recordOf(ledger, earlier)).state).toBe('replayed');
    });

    test('settles two deaths of one message that come in one batch, whatever their order', async () => {
      const { ledger } = opened();
      const letter = raw('1');
      await inState(ledger, letter, 'healed');
      const results = await ledger.record([deadAgain(letter, 2), deadAgain(letter, 1)], at(200));
      expect(results.map(({ record }) => [record.state, record.round])).toEqual([['seen', 1], ['superseded', 1]]);
      const states = await ledger.list({ messageId: '1' });
      expect(states.map(({ state }) => state)).toEqual(['returned', 'superseded', 'seen']);
      expect((await ledger.verify()).broken).toEqual([]);
    });

    test('lets two processes record the same letters, each letter fresh for one of them', async () => {
      const { ledger } = opened();
      const letters = Array.from({ length: 300 }, (_, index) => raw(String(index)));
      const results = await Promise.all([ledger.record(letters, at(0)), ledger.record(letters.toReversed(), at(0))]);
      expect(results.flat().filter(({ fresh }) => fresh)).toHaveLength(300);
      expect((await ledger.verify()).events).toBe(300);
    });

    test('takes 10,000 letters in one call', async () => {
      const { ledger } = opened();
      const letters = Array.from({ length: 10_000 }, (_, index) => raw(String(index)));
      const results = await ledger.record(letters, at(0));
      expect(results.every(({ record, fresh }, index) => fresh && record.letter.messageId === String(index) && record.letter.body === letters[index]?.body)).toBe(true);
      expect(await ledger.counts()).toEqual([{ queue: 'invoices', name: 'parse-invoice', state: 'seen', signature: undefined, hold: undefined, letters: 10_000 }]);
      expect(await ledger.known(letters.map(letterIdOf))).toHaveLength(10_000);
    });

    test('takes bodies that are too large for one statement', async () => {
      const { ledger } = opened();
      const letters = Array.from({ length: 5 }, (_, index) => raw(String(index), { body: new Uint8Array(5 * 1024 * 1024).fill(index) }));
      const ids = await recorded(ledger, letters);
      for (const [index, id] of ids.entries()) expect(sha256((await recordOf(ledger, id)).letter.body)).toBe(sha256(letters[index]?.body ?? ''));
    });
  });
}
