import { describe, expect, test } from 'vitest';
import { at, deadAgain, entry, inState, planned, raw, recorded } from '../build.ts';
import type { LedgerOf } from './opened-ledger.ts';

export function querySuite(opened: LedgerOf): void {
  describe('list', () => {
    const died = (messageId: string, seconds: number, queue = 'invoices') => raw(messageId, { queue, failure: { reason: '', stack: [], at: at(seconds) } });

    test('gives letters in the order in which they died, page by page', async () => {
      const { ledger } = opened();
      await recorded(ledger, [died('late', 30), died('early', 10), died('same-a', 20), died('same-b', 20), died('before', -10)]);
      const all = await ledger.list({});
      expect(all.map(({ letter }) => letter.failure.at)).toEqual([at(-10), at(10), at(20), at(20), at(30)]);
      const paged: string[] = [];
      for (let page = await ledger.list({ limit: 2 }); page.length > 0; page = await ledger.list({ limit: 2, after: paged.at(-1) ?? '' })) paged.push(...page.map(({ id }) => id));
      expect(paged).toEqual(all.map(({ id }) => id));
    });

    test('holds all conditions at once', async () => {
      const { ledger } = opened();
      await planned(ledger, [died('1', 1), died('2', 2)], { group: 's1:a' });
      const [third = ''] = await planned(ledger, [died('3', 3, 'other')], { group: 's1:a' });
      await inState(ledger, died('4', 4), 'escalated', { group: 's1:b' });
      const names = async (filter: Parameters<typeof ledger.list>[0]) => (await ledger.list(filter)).map(({ letter }) => letter.messageId);
      expect(await names({ queue: 'invoices' })).toEqual(['1', '2', '4']);
      expect(await names({ signature: 's1:a' })).toEqual(['1', '2', '3']);
      expect(await names({ signature: 's1:a', queue: 'other' })).toEqual(['3']);
      expect(await names({ states: ['escalated', 'seen'] })).toEqual(['4']);
      expect(await names({ states: [] })).toEqual([]);
      expect(await names({ ids: [third, 'letter_unknown'] })).toEqual(['3']);
      expect(await names({ ids: [] })).toEqual([]);
      expect(await names({ messageId: '2' })).toEqual(['2']);
      expect(await names({ messageId: '2', queue: 'other' })).toEqual([]);
      expect(await names({ diedSince: at(2) })).toEqual(['2', '3', '4']);
      expect(await names({ diedSince: at(2), queue: 'invoices', limit: 1 })).toEqual(['2']);
      expect(await names({ diedSince: at(5) })).toEqual([]);
      expect(await names({ after: 'letter_unknown' })).toEqual([]);
    });

    test('gives 100 where nothing else is said', async () => {
      const { ledger } = opened();
      await recorded(ledger, Array.from({ length: 120 }, (_, index) => raw(String(index))));
      expect(await ledger.list({})).toHaveLength(100);
    });
  });

  test('size tells how much room the tables take', async () => {
    const { ledger } = opened();
    const before = await ledger.size();
    await recorded(ledger, Array.from({ length: 50 }, (_, index) => raw(String(index), { body: new Uint8Array(8000).map((_byte, place) => (place * 7919 + index) % 251) })));
    expect(before).toBeGreaterThan(0);
    expect(await ledger.size()).toBeGreaterThan(before);
  });

  describe('counts', () => {
    test('tells how many letters stand where', async () => {
      const { ledger } = opened();
      const letter = raw('1');
      await recorded(ledger, [letter, raw('2'), raw('3', { queue: 'other' })]);
      await ledger.record([deadAgain(letter, 1)], at(60));
      const ids = (await ledger.list({ states: ['seen'], queue: 'invoices' })).map(({ id }) => id);
      await ledger.decide(ids.map((id) => entry(id, { hold: 'canary' })), at(61));
      const common = { name: 'parse-invoice', signature: undefined, hold: undefined, letters: 1 };
      expect(await ledger.counts()).toEqual(
        expect.arrayContaining([
          { ...common, queue: 'invoices', state: 'planned', signature: 's1:group', hold: 'canary', letters: 2 },
          { ...common, queue: 'invoices', state: 'superseded' },
          { ...common, queue: 'other', state: 'seen' },
        ]),
      );
      expect(await ledger.counts('other')).toEqual([{ ...common, queue: 'other', state: 'seen' }]);
      expect(await ledger.counts('none')).toEqual([]);
    });
  });
}
