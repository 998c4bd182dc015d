import { describe, expect, test } from 'vitest';
import type { BlocklistEntry } from '../../../src/ledger/contract.ts';
import { at } from '../build.ts';
import type { LedgerOf } from './opened-ledger.ts';

export function archiveSuite(opened: LedgerOf): void {
  describe('archive', () => {
    test('keeps the first receipt of a letter', async () => {
      const { ledger } = opened();
      const receipt = { id: 'letter_1', location: '2026/01/a.jsonl.gz', bodyHash: 'ab', archivedAt: at(1) };
      await ledger.noteArchived([receipt, { ...receipt, id: 'letter_2' }]);
      await ledger.noteArchived([{ ...receipt, location: 'elsewhere' }]);
      await ledger.noteArchived([]);
      expect(await ledger.archived(['letter_1', 'letter_3'])).toEqual([receipt]);
    });
  });

  describe('blocklist', () => {
    const acme = { kind: 'tenant', value: 'acme' };
    const blocked = (part: Partial<BlocklistEntry> = {}): BlocklistEntry => ({ ...acme, reason: 'attack', letter: 'letter_1', blockedAt: at(0), expiresAt: at(100), ...part });

    test('refuses a source until its entry runs out', async () => {
      const { ledger } = opened();
      await ledger.block([blocked()]);
      const sources = [{ kind: 'tenant', value: 'other' }, acme, { kind: 'user', value: 'acme' }, acme];
      expect(await ledger.blocked(sources, at(99))).toEqual([undefined, blocked(), undefined, blocked()]);
      expect(await ledger.blocked([acme], at(100))).toEqual([undefined]);
      expect(await ledger.blocked([], at(0))).toEqual([]);
    });

    test('prolongs an entry and never shortens it', async () => {
      const { ledger } = opened();
      await ledger.block([blocked()]);
      await ledger.block([blocked({ blockedAt: at(50), expiresAt: at(90), reason: 'shorter' })]);
      expect(await ledger.blocked([acme], at(60))).toEqual([blocked()]);
      await ledger.block([blocked({ blockedAt: at(60), expiresAt: at(200), reason: 'longer', letter: 'letter_2' })]);
      expect(await ledger.blocked([acme], at(150))).toEqual([blocked({ expiresAt: at(200), reason: 'longer', letter: 'letter_2' })]);
    });

    test('begins anew after an entry has run out', async () => {
      const { ledger } = opened();
      await ledger.block([blocked()]);
      const again = blocked({ blockedAt: at(150), expiresAt: at(300), letter: 'letter_2' });
      await ledger.block([again]);
      expect(await ledger.blocked([acme], at(200))).toEqual([again]);
    });

    test('takes one source twice in a call, and keeps the longer entry', async () => {
      const { ledger } = opened();
      await ledger.block([blocked({ expiresAt: at(300) }), blocked({ expiresAt: at(200) }), blocked({ value: 'b' })]);
      expect(await ledger.blocked([acme], at(250))).toEqual([blocked({ expiresAt: at(300) })]);
    });

    test('is left once', async () => {
      const { ledger } = opened();
      await ledger.block([blocked()]);
      expect([await ledger.unblock(acme), await ledger.unblock(acme)]).toEqual([true, false]);
      expect(await ledger.blocked([acme], at(1))).toEqual([undefined]);
    });
  });
}
