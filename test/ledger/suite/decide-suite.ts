import { describe, expect, test } from 'vitest';
import type { Operation } from '../../../src/core/operation.ts';
import type { LetterState } from '../../../src/core/outcome.ts';
import { at, decision, entry, event, inState, lease, planned, QUEUE, raw, recorded, recordOf } from '../build.ts';
import type { LedgerOf } from './opened-ledger.ts';

const DECIDABLE: readonly LetterState[] = ['seen', 'planned', 'escalated', 'parked'];
const UNDECIDABLE: readonly LetterState[] = ['claimed', 'intent', 'replayed', 'healed', 'presumed', 'returned', 'settled', 'discarded', 'superseded'];

export function decideSuite(opened: LedgerOf): void {
  describe('decide', () => {
    test('keeps a decision with everything that carrying it out needs', async () => {
      const { ledger } = opened();
      const [id = ''] = await recorded(ledger, [raw('1')]);
      const operation: Operation = { name: 'to-boolean', class: 'lossless', path: '/options/tax', when: { code: 'type', received: 'string' }, with: { to: [true, null] } };
      const plan = { verdict: 'repair', operations: [operation], body: new Uint8Array([0, 1, 255]), attempts: 'single', proofs: ['a', 'b'] } as const;
      const wanted = decision({ key: 'inv_1', plan, diagnosis: { retryAfterMilliseconds: 7, malicious: false } });
      const stored = await ledger.decide([{ id, decision: wanted, state: 'planned', hold: 'backoff', dueAt: at(30), why: 'waits', event: event('decided', { by: 'rule' }) }], at(5));
      expect(stored).toEqual([true]);
      expect(await recordOf(ledger, id)).toEqual({ id, letter: raw('1'), round: 0, state: 'planned', decision: wanted, hold: 'backoff', dueAt: at(30), why: 'waits' });
      expect(await ledger.known([id, 'letter_unknown'])).toEqual([{ id, state: 'planned', revision: 'r1' }]);
      expect((await ledger.events(id)).map(({ type, at: when, detail }) => ({ type, when, detail })).at(-1)).toEqual({ type: 'decided', when: at(5), detail: { by: 'rule' } });
    });

    test('tells an empty repaired body from none', async () => {
      const { ledger } = opened();
      const [first = '', second = ''] = await recorded(ledger, [raw('1'), raw('2')]);
      await ledger.decide([entry(first, { plan: { body: new Uint8Array() } }), entry(second)], at(0));
      expect((await recordOf(ledger, first)).decision?.plan.body).toEqual(new Uint8Array());
      expect((await recordOf(ledger, second)).decision?.plan).not.toHaveProperty('body');
    });

    test.each(DECIDABLE)('replaces what stands in %s', async (state) => {
      const { ledger } = opened();
      const id = await inState(ledger, raw('1'), state);
      expect(await ledger.decide([entry(id, { revision: 'r2', state: 'parked', why: 'again' })], at(9))).toEqual([true]);
      expect(await recordOf(ledger, id)).toMatchObject({ state: 'parked', why: 'again', decision: { revision: 'r2' } });
    });

    test.each(UNDECIDABLE)('leaves a letter in %s alone', async (state) => {
      const { ledger } = opened();
      const id = await inState(ledger, raw('1'), state);
      const before = await recordOf(ledger, id);
      expect(await ledger.decide([entry(id, { revision: 'r2' })], at(9))).toEqual([false]);
      expect(await recordOf(ledger, id)).toEqual(before);
    });

    test('leaves planned letters alone as long as somebody works on them', async () => {
      const { ledger } = opened();
      const [id = ''] = await planned(ledger, [raw('1')]);
      await ledger.take({ queue: QUEUE, now: at(0), limit: 1, lease: lease('ann', at(60)) });
      expect(await ledger.decide([entry(id)], at(59))).toEqual([false]);
      expect(await ledger.decide([entry(id)], at(60))).toEqual([true]);
      expect((await recordOf(ledger, id)).lease).toBeUndefined();
    });

    test('forgets hold and due time of the earlier decision', async () => {
      const { ledger } = opened();
      const [id = ''] = await planned(ledger, [raw('1')], { hold: 'backoff', dueAt: at(500) });
      await ledger.decide([entry(id)], at(0));
      const record = await recordOf(ledger, id);
      expect({ hold: record.hold, dueAt: record.dueAt }).toEqual({});
    });

    test('says by index what was stored', async () => {
      const { ledger } = opened();
      const [first = '', second = ''] = await recorded(ledger, [raw('1'), raw('2')]);
      expect(await ledger.decide([entry('letter_unknown'), entry(second), entry(first)], at(0))).toEqual([false, true, true]);
      expect(await ledger.decide([], at(0))).toEqual([]);
    });

    test('counts a letter once into each group that it was ever decided into', async () => {
      const { ledger } = opened();
      const [id = ''] = await recorded(ledger, [raw('1')]);
      for (const group of ['s1:a', 's1:a', 's1:b', 's1:a', 's1:b']) await ledger.decide([entry(id, { group, state: 'escalated' })], at(0));
      await ledger.decide([entry(id, { group: 's1:c' }), entry(id, { group: 's1:d' })], at(0));
      const groups = await ledger.groups();
      expect(groups.map(({ signature, letters }) => [signature, letters])).toEqual([['s1:a', 1], ['s1:b', 1], ['s1:c', 1], ['s1:d', 1]]);
    });

    test('creates a group with the first letter and notes the latest diagnosis', async () => {
      const { ledger } = opened();
      const [first = '', second = ''] = await recorded(ledger, [raw('1'), raw('2')]);
      await ledger.decide([entry(first, { diagnosis: { cause: 'unknown', rule: 'unknown', why: 'Nobody knows.' } })], at(1));
      await ledger.decide([entry(second)], at(2));
      expect(await ledger.groups(['s1:group', 's1:unknown'])).toEqual([
        {
          recent: { healed: 0, returned: 0, healedInARow: 0 },
          ...{ signature: 's1:group', queue: QUEUE, name: 'parse-invoice', cause: 'malformed', rule: 'schema', why: 'The schema says so.' },
          ...{ firstSeenAt: at(1), lastSeenAt: at(2), letters: 2, inFlight: 0, healed: 0, returned: 0 },
        },
      ]);
      expect(await ledger.groups([])).toEqual([]);
    });
  });
}
