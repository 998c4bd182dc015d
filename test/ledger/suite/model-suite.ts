import { describe, expect, test } from 'vitest';
import type { Remedy } from '../../../src/core/remedy.ts';
import type { Consultation } from '../../../src/ledger/contract.ts';
import type { ModelCallReservation } from '../../../src/model/contract.ts';
import { at, entry, event, QUEUE, raw } from '../build.ts';
import type { LedgerOf } from './opened-ledger.ts';

const NOON = new Date('2026-11-30T12:00:00Z');
const MIDNIGHT = new Date('2026-12-01T00:00:00Z');
const CAPS = { callsPerSignatureAndDay: 3, tokensPerQueueAndDay: 10_000, tokensPerDay: 20_000, moneyPerDay: 1 };
const call = (id: string, part: Partial<ModelCallReservation> = {}): ModelCallReservation => ({ id, signature: 's2:a', queue: 'q', model: 'm', promptVersion: 'p1', worst: { tokens: 1000, money: 0.01 }, caps: CAPS, now: NOON, ...part });
const used = { outcome: 'answered', inputTokens: 300, cachedInputTokens: 100, outputTokens: 50, money: 0.002, milliseconds: 800, now: NOON } as const;
const proposal: Remedy = { signature: 's2:a', operations: [], origin: 'model', state: 'proposed', verdict: 'repair', model: 'm', promptVersion: 'p1', proved: 5, tried: 5, explanation: 'renamed' };
const said = (part: Partial<Consultation> = {}): Consultation => ({ signature: 's2:a', queue: QUEUE, name: 'job', model: 'm', promptVersion: 'p1', askedAt: NOON, outcome: 'answered', ...part });

export function modelSuite(opened: LedgerOf): void {
  describe('calls of a model', () => {
    test('are reserved once, settled once, and counted by what they used', async () => {
      const { ledger } = opened();
      expect(await ledger.reserveModelCall(call('1'))).toEqual({ kind: 'reserved' });
      expect(await ledger.reserveModelCall(call('1'))).toEqual({ kind: 'reserved' });
      expect(await ledger.modelSpend('2026-11-30')).toMatchObject([{ day: '2026-11-30', model: 'm', queue: 'q', calls: 1, open: 1, tokens: 1000, money: 0.01 }]);
      expect(await ledger.settleModelCall('1', used)).toBe(true);
      expect(await ledger.settleModelCall('1', used)).toBe(false);
      expect(await ledger.settleModelCall('none', used)).toBe(false);
      expect(await ledger.modelSpend('2026-11-30')).toEqual([
        { day: '2026-11-30', model: 'm', queue: 'q', calls: 1, answered: 1, failed: 0, open: 0, inputTokens: 300, cachedInputTokens: 100, outputTokens: 50, tokens: 350, money: 0.002, unpriced: 0 },
      ]);
      expect(await ledger.modelSpend('2026-12-01')).toEqual([]);
    });

    test.each<[string, readonly Partial<ModelCallReservation>[], Partial<ModelCallReservation>, string]>([
      ['calls of a signature', [{}, {}, {}], {}, 'callsPerSignatureAndDay'],
      ['tokens of a queue', [{ worst: { tokens: 9500 } }], { signature: 's2:b' }, 'tokensPerQueueAndDay'],
      ['tokens of a day', [{ worst: { tokens: 9500 } }, { queue: 'r', worst: { tokens: 9900 } }], { queue: 's', signature: 's2:b' }, 'tokensPerDay'],
      ['money of a day', [{ worst: { tokens: 10, money: 0.995 } }], { queue: 's', signature: 's2:b' }, 'moneyPerDay'],
    ])('are refused above the %s', async (_, before, next, cap) => {
      const { ledger } = opened();
      for (const [index, part] of before.entries()) expect(await ledger.reserveModelCall(call(String(index), part))).toEqual({ kind: 'reserved' });
      expect(await ledger.reserveModelCall(call('next', next))).toMatchObject({ kind: 'refused', cap, until: MIDNIGHT });
      expect(await ledger.reserveModelCall(call('tomorrow', { ...next, now: MIDNIGHT }))).toEqual({ kind: 'reserved' });
    });

    test('of one model are refused until its provider lets it', async () => {
      const { ledger } = opened();
      const until = new Date('2026-12-01T08:00:00Z');
      await ledger.reserveModelCall(call('1'));
      await ledger.settleModelCall('1', { ...used, outcome: 'quota', blockedUntil: until });
      expect(await ledger.reserveModelCall(call('2', { signature: 's2:b' }))).toEqual({ kind: 'refused', cap: 'blocked', used: 0, limit: 0, until });
      expect(await ledger.reserveModelCall(call('3', { signature: 's2:b', model: 'other' }))).toEqual({ kind: 'reserved' });
      expect(await ledger.reserveModelCall(call('4', { signature: 's2:b', now: until }))).toEqual({ kind: 'reserved' });
    });

    test('that never reached the model do not use up those of their kind', async () => {
      const { ledger } = opened();
      for (const id of ['1', '2', '3']) {
        await ledger.reserveModelCall(call(id));
        await ledger.settleModelCall(id, { ...used, outcome: 'unavailable', inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 });
      }
      expect(await ledger.reserveModelCall(call('4'))).toEqual({ kind: 'reserved' });
    });

    test('at the same time never pass a limit together', async () => {
      const { ledger } = opened();
      const permits = await Promise.all(Array.from({ length: 12 }, (_, index) => ledger.reserveModelCall(call(String(index), { signature: `s2:${index}`, worst: { tokens: 3000 } }))));
      expect(permits.filter(({ kind }) => kind === 'reserved')).toHaveLength(3);
    });
  });

  describe('a proposal', () => {
    test('is decided by a person, once', async () => {
      const { ledger } = opened();
      await ledger.proposeRemedies([proposal], at(0));
      expect(await ledger.remedies()).toEqual([proposal]);
      expect(await ledger.decideRemedy('s2:a', 'approve', 'ada', at(1))).toBe('done');
      expect(await ledger.decideRemedy('s2:a', 'approve', 'ada', at(2))).toBe('nothing-to-do');
      expect(await ledger.decideRemedy('s2:none', 'approve', 'ada', at(2))).toBe('not-found');
      expect(await ledger.remedies(['s2:a'])).toMatchObject([{ state: 'trusted', decidedBy: 'ada', decidedAt: at(1) }]);
      expect(await ledger.decideRemedy('s2:a', 'reject', 'bob', at(3))).toBe('done');
      await ledger.proposeRemedies([proposal], at(4));
      expect(await ledger.remedies(['s2:a'])).toMatchObject([{ state: 'revoked', decidedBy: 'bob' }]);
    });

    test('that is pinned outlives a stopped group, another is revoked', async () => {
      const { ledger } = opened();
      await openKind(opened, 's2:a');
      await ledger.proposeRemedies([{ ...proposal, state: 'canary' }], at(0));
      expect(await ledger.decideRemedy('s2:a', 'pin', 'ada', at(1))).toBe('done');
      expect(await ledger.decideRemedy('s2:a', 'pin', 'ada', at(1))).toBe('nothing-to-do');
      await ledger.openBreaker('s2:a', { why: 'returned', event: event() }, at(2));
      expect(await ledger.remedies(['s2:a'])).toMatchObject([{ state: 'canary', pinned: true }]);
      await ledger.closeBreaker('s2:a', at(3));
      await ledger.decideRemedy('s2:a', 'unpin', 'ada', at(4));
      await ledger.openBreaker('s2:a', { why: 'returned', event: event() }, at(5));
      expect(await ledger.remedies(['s2:a'])).toMatchObject([{ state: 'revoked' }]);
    });
  });

  describe('kinds that nobody could decide', () => {
    const request = { limit: 10, model: 'm', promptVersion: 'p1', now: NOON };

    test('are those without a remedy and without an answer in this wording', async () => {
      const { ledger } = opened();
      await openKind(opened, 's2:a');
      expect(await ledger.openKinds(QUEUE, request)).toMatchObject([{ signature: 's2:a', letters: 1 }]);
      expect(await ledger.openKinds('other', request)).toEqual([]);
      await ledger.noteConsultations([said()]);
      expect(await ledger.openKinds(QUEUE, request)).toEqual([]);
      expect(await ledger.openKinds(QUEUE, { ...request, promptVersion: 'p2' })).toHaveLength(1);
      expect(await ledger.openKinds(QUEUE, { ...request, model: 'n' })).toHaveLength(1);
      await ledger.proposeRemedies([proposal], at(0));
      expect(await ledger.openKinds(QUEUE, { ...request, model: 'n' })).toEqual([]);
    });

    test('whose question failed are open again when it may be asked again', async () => {
      const { ledger } = opened();
      await openKind(opened, 's2:a');
      await ledger.noteConsultations([said({ outcome: 'unavailable', askAgainAt: MIDNIGHT, why: 'busy' })]);
      expect(await ledger.openKinds(QUEUE, request)).toEqual([]);
      expect(await ledger.openKinds(QUEUE, { ...request, now: MIDNIGHT })).toHaveLength(1);
    });
  });

  test('what was said is kept once a kind, the last word', async () => {
    const { ledger } = opened();
    await ledger.noteConsultations([said({ outcome: 'timed-out', why: 'late' }), said({ signature: 's2:b' })]);
    const answer = said({ verdict: 'repair', explanation: 'A \u0000 key', language: 'zh-CN', programs: [{ operations: [{ operation: 'rename-key', path: '/a', argument: null }] }], proved: 4, tried: 5, modelVersion: 'm-1' });
    await ledger.noteConsultations([answer]);
    expect(await ledger.consultations(['s2:a', 's2:none'])).toEqual([answer]);
    expect(await ledger.consultations()).toHaveLength(2);
  });
}

/** One escalated letter of a kind whose cause is unknown. */
async function openKind(opened: LedgerOf, signature: string): Promise<void> {
  const { ledger } = opened();
  const [result] = await ledger.record([raw('1')], at(0));
  if (result === undefined) throw new Error('not recorded');
  const open = entry(result.record.id, { state: 'escalated' });
  await ledger.decide([{ ...open, decision: { ...open.decision, signatures: { failure: 's2:f', shape: signature }, diagnosis: { ...open.decision.diagnosis, cause: 'unknown' } } }], at(0));
}
