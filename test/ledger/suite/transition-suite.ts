import { describe, expect, test } from 'vitest';
import { FINAL_STATES } from '../../../src/core/outcome.ts';
import { at, claimed, entry, inState, lease, move, planned, QUEUE, raw, recorded, recordOf } from '../build.ts';
import type { LedgerOf } from './opened-ledger.ts';

export function transitionSuite(opened: LedgerOf): void {
  describe('transition', () => {
    test('changes what is given and keeps the rest', async () => {
      const { ledger } = opened();
      const [id = ''] = await claimed(ledger, [raw('1')], { why: 'first' });
      await ledger.transition([move(id, ['claimed'], 'intent', { replayId: 'replay-1' })], at(2));
      expect(await recordOf(ledger, id)).toMatchObject({ state: 'intent', replayId: 'replay-1', why: 'first', dueAt: at(0), lease: lease() });
      await ledger.transition([move(id, ['intent'], 'replayed', { replayedAt: at(3), why: 'second', lease: null, dueAt: null, hold: 'canary' })], at(4));
      const replayed = await recordOf(ledger, id);
      expect(replayed).toMatchObject({ state: 'replayed', replayId: 'replay-1', replayedAt: at(3), why: 'second', hold: 'canary' });
      expect({ lease: replayed.lease, dueAt: replayed.dueAt }).toEqual({});
      await ledger.transition([move(id, ['replayed'], 'healed', { outcomeAt: at(5), hold: null })], at(6));
      const healed = await recordOf(ledger, id);
      expect(healed).toMatchObject({ state: 'healed', replayedAt: at(3), outcomeAt: at(5), why: 'second' });
      expect(healed.hold).toBeUndefined();
    });

    test('writes its event', async () => {
      const { ledger } = opened();
      const [id = ''] = await claimed(ledger, [raw('1')]);
      await ledger.transition([move(id, ['claimed'], 'intent', { event: { type: 'intent', actor: 'eve', detail: { b: 1, a: [null] } } })], at(2));
      expect((await ledger.events(id)).at(-1)).toMatchObject({ letter: id, sequence: 4, at: at(2), type: 'intent', actor: 'eve', detail: { b: 1, a: [null] } });
    });

    test('does nothing from another state', async () => {
      const { ledger } = opened();
      const id = await inState(ledger, raw('1'), 'replayed');
      const before = [await recordOf(ledger, id), await ledger.events(id), await ledger.groups()];
      expect(await ledger.transition([move(id, ['claimed', 'intent'], 'healed'), move('letter_unknown', ['seen'], 'parked')], at(9))).toEqual([false, false]);
      expect([await recordOf(ledger, id), await ledger.events(id), await ledger.groups()]).toEqual(before);
      expect(await ledger.transition([], at(9))).toEqual([]);
    });

    test('does nothing for an owner that does not hold the lease', async () => {
      const { ledger } = opened();
      const [id = ''] = await claimed(ledger, [raw('1')]);
      expect(await ledger.transition([move(id, ['claimed'], 'intent', { owner: 'bob' })], at(2))).toEqual([false]);
      await ledger.takeAbandoned({ queue: QUEUE, now: at(60), limit: 1, lease: lease('bob', at(120)) });
      expect(await ledger.transition([move(id, ['claimed'], 'intent', { owner: 'ann' })], at(61))).toEqual([false]);
      expect(await ledger.transition([move(id, ['claimed'], 'intent', { owner: 'bob' })], at(61))).toEqual([true]);
    });

    test('still takes a receipt of the owner whose lease ran out, as long as nobody else has taken over', async () => {
      const { ledger } = opened();
      const [id = ''] = await claimed(ledger, [raw('1')]);
      expect(await ledger.transition([move(id, ['claimed'], 'intent', { owner: 'ann' })], at(500))).toEqual([true]);
    });

    test('applies several changes of one letter in their order', async () => {
      const { ledger } = opened();
      const [id = ''] = await claimed(ledger, [raw('1')]);
      const steps = [move(id, ['claimed'], 'intent'), move(id, ['claimed'], 'parked'), move(id, ['intent'], 'replayed'), move(id, ['replayed'], 'returned')];
      expect(await ledger.transition(steps, at(2))).toEqual([true, false, true, true]);
      expect((await ledger.events(id)).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]);
      expect(await ledger.groups()).toMatchObject([{ inFlight: 0, returned: 1, healed: 0 }]);
      expect((await ledger.verify()).broken).toEqual([]);
    });

    test.each(FINAL_STATES)('clears the lease in %s', async (state) => {
      const { ledger } = opened();
      const [id = ''] = await claimed(ledger, [raw('1')]);
      await ledger.transition([move(id, ['claimed'], state, { lease: lease('eve') })], at(2));
      expect((await recordOf(ledger, id)).lease).toBeUndefined();
    });

    test('lets one of two that change the same letters win each', async () => {
      const { ledger } = opened();
      const ids = await claimed(ledger, Array.from({ length: 200 }, (_, index) => raw(String(index))));
      const attempt = (order: readonly string[], why: string) => ledger.transition(order.map((id) => move(id, ['claimed'], 'intent', { why })), at(2));
      const results = await Promise.all([attempt(ids, 'one'), attempt(ids.toReversed(), 'two')]);
      expect(results.flat().filter(Boolean)).toHaveLength(200);
      expect((await ledger.verify()).broken).toEqual([]);
    });
  });

  describe('release', () => {
    test('makes letters due that wait for the group or the key of what has finished', async () => {
      const { ledger } = opened();
      const names = ['done', 'group', 'key', 'stranger', 'backoff', 'escalated'];
      const [done = '', group = '', key = '', stranger = '', backoff = '', escalated = ''] = await recorded(ledger, names.map((name) => raw(name)));
      const wait = { dueAt: at(900), hold: 'canary' } as const;
      await ledger.decide(
        [
          entry(done, { group: 's1:a', key: 'inv_1', state: 'parked' }),
          entry(group, { ...wait, group: 's1:a' }),
          entry(key, { ...wait, group: 's1:b', key: 'inv_1', hold: 'key-in-flight' }),
          entry(stranger, { ...wait, group: 's1:b', key: 'inv_2' }),
          entry(backoff, { ...wait, group: 's1:a', hold: 'backoff' }),
          entry(escalated, { ...wait, group: 's1:a', state: 'escalated' }),
        ],
        at(0),
      );
      expect(await ledger.release([done], ['canary', 'key-in-flight'], at(5))).toBe(2);
      expect(await ledger.release([done], ['canary', 'key-in-flight'], at(6))).toBe(0);
      const due = await ledger.take({ queue: QUEUE, now: at(5), limit: 10, lease: lease() });
      expect(due.map(({ id }) => id).toSorted()).toEqual([group, key].toSorted());
      expect(due.map(({ hold, dueAt }) => ({ hold, dueAt }))).toEqual([{ dueAt: at(5) }, { dueAt: at(5) }]);
      expect((await ledger.events(group)).at(-1)).toMatchObject({ type: 'released', detail: { held: 'canary' } });
    });

    test('finds nothing where nothing has finished', async () => {
      const { ledger } = opened();
      await planned(ledger, [raw('1')], { hold: 'canary', dueAt: at(900) });
      expect(await ledger.release([], ['canary'], at(5))).toBe(0);
      expect(await ledger.release(['letter_unknown'], ['canary'], at(5))).toBe(0);
      expect(await ledger.release(await recorded(ledger, [raw('2')]), ['canary'], at(5))).toBe(0);
    });
  });

  describe('inFlight', () => {
    test('pages through replayed letters, oldest replay first, without bodies', async () => {
      const { ledger } = opened();
      const ids = await claimed(ledger, ['1', '2', '3', '4', '5'].map((id) => raw(id)), { plan: { body: new Uint8Array([1]) } });
      await ledger.transition(ids.map((id, index) => move(id, ['claimed'], 'replayed', { replayedAt: at(10 - Math.floor(index / 2)) })), at(2));
      await inState(ledger, raw('1', { queue: 'other' }), 'seen');
      const seen: string[] = [];
      for (let page = await ledger.inFlight(QUEUE, 2); page.length > 0; ) {
        seen.push(...page.map(({ id }) => id));
        const last = page.at(-1);
        expect(last).toMatchObject({ letter: { body: new Uint8Array(), headers: raw('1').headers } });
        expect(last?.decision?.plan).not.toHaveProperty('body');
        page = last?.replayedAt ? await ledger.inFlight(QUEUE, 2, { replayedAt: last.replayedAt, id: last.id }) : [];
      }
      const [a = '', b = '', c = '', d = '', e = ''] = ids;
      expect(seen).toEqual([e, ...[c, d].toSorted(), ...[a, b].toSorted()]);
    });

    test('has a replay time for each, also where none was given', async () => {
      const { ledger } = opened();
      await inState(ledger, raw('1'), 'replayed');
      expect(await ledger.inFlight(QUEUE, 10)).toMatchObject([{ replayedAt: at(2) }]);
      expect(await ledger.inFlight('other', 10)).toEqual([]);
    });
  });
}
