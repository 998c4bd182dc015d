import { describe, expect, test } from 'vitest';
import { at, claimed, inState, lease, move, planned, QUEUE, raw, recordOf } from '../build.ts';
import type { LedgerOf } from './opened-ledger.ts';

/** What a ledger does with rows that a later release wrote, or an earlier one. */
export function laterReleaseSuite(opened: LedgerOf): void {
  const abandoned = (ledger = opened().ledger) => ledger.takeAbandoned({ queue: QUEUE, now: at(999), limit: 9, lease: lease('eve', at(1999)) });
  const interrupted = async (intent?: 'replay' | 'remove' | 'recall'): Promise<string> => {
    const { ledger } = opened();
    const [id = ''] = await claimed(ledger, [raw('1')]);
    await ledger.transition([move(id, ['claimed'], 'intent', intent === undefined ? {} : { intent })], at(2));
    return id;
  };

  describe('an intent', () => {
    test.each(['replay', 'remove', 'recall'] as const)('is found again as %s', async (intent) => {
      const id = await interrupted(intent);
      expect(await abandoned()).toMatchObject([{ id, state: 'intent', intent }]);
    });

    test('is nothing in particular where an earlier release wrote it', async () => {
      await interrupted();
      expect((await abandoned())[0]?.intent).toBeUndefined();
    });

    test('ends with its state', async () => {
      const { ledger } = opened();
      const id = await interrupted('remove');
      await ledger.transition([move(id, ['intent'], 'planned')], at(3));
      expect((await recordOf(ledger, id)).intent).toBeUndefined();
      await ledger.transition([move(id, ['planned'], 'intent')], at(4));
      expect((await recordOf(ledger, id)).intent).toBeUndefined();
    });

    test('does not outlive a change by a release that leaves its column alone', async () => {
      const { ledger, query } = opened();
      const id = await interrupted('remove');
      await query(`update mendq.letters set event_sequence = event_sequence + 2, replay_id = 'replay_1' where id = '${id}'`);
      expect((await recordOf(ledger, id)).intent).toBeUndefined();
      expect((await abandoned()).map((record) => [record.id, record.intent])).toEqual([[id, undefined]]);
    });

    test('of a later release is left to it', async () => {
      const { query } = opened();
      const id = await interrupted('replay');
      await query(`update mendq.letters set intent = 'negotiate' where id = '${id}'`);
      expect(await abandoned()).toEqual([]);
    });
  });

  test('a letter that is held for a reason of a later release is left alone', async () => {
    const { ledger, query } = opened();
    const [held = ''] = await planned(ledger, [raw('1')]);
    await query(`update mendq.letters set hold = 'full-moon' where id = '${held}'`);
    expect(await ledger.take({ queue: QUEUE, now: at(9), limit: 9, lease: lease() })).toEqual([]);
    expect(await ledger.nextDue()).toBeUndefined();
    expect((await recordOf(ledger, held)).hold).toBe('full-moon');
    expect((await ledger.counts()).map(({ hold }) => hold)).toEqual(['full-moon']);
  });

  test('a letter in a state of a later release is left alone, and counted', async () => {
    const { ledger, query } = opened();
    const id = await inState(ledger, raw('1'), 'healed');
    await query(`update mendq.letters set state = 'negotiating' where id = '${id}'`);
    expect(await ledger.known([id])).toMatchObject([{ state: 'negotiating' }]);
    const again = (await ledger.record([raw('1', { epoch: '2', failure: { reason: '', stack: [], at: at(60) } })], at(60)))[0];
    expect([again?.fresh, again?.record.round]).toEqual([true, 0]);
    expect((await recordOf(ledger, id)).state).toBe('negotiating');
    expect((await ledger.counts()).map(({ state }) => state)).toContain('negotiating');
    expect((await ledger.verify()).broken).toEqual([]);
  });

  describe('wake', () => {
    test('makes letters of every group due that are held for one of the reasons', async () => {
      const { ledger } = opened();
      const [first = ''] = await planned(ledger, [raw('1')], { group: 's1:a', hold: 'children', dueAt: at(500) });
      const [second = ''] = await planned(ledger, [raw('2')], { group: 's1:b', hold: 'children', dueAt: at(500) });
      const [other = ''] = await planned(ledger, [raw('3')], { group: 's1:b', hold: 'backoff', dueAt: at(500) });
      expect([await ledger.wake(['children'], at(5)), await ledger.wake(['children'], at(5)), await ledger.wake([], at(5))]).toEqual([2, 0, 0]);
      const due = await ledger.take({ queue: QUEUE, now: at(5), limit: 9, lease: lease() });
      expect(due.map(({ id, hold }) => `${id} ${hold ?? '-'}`).toSorted()).toEqual([`${first} -`, `${second} -`].toSorted());
      expect((await recordOf(ledger, other)).hold).toBe('backoff');
      expect((await ledger.events(first)).at(-1)).toMatchObject({ type: 'released', detail: { held: 'children' } });
    });
  });
}
