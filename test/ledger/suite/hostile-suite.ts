import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RawLetter } from '../../../src/core/dead-letter.ts';
import type { Json } from '../../../src/core/json.ts';
import { at, entry, event, lease, move, QUEUE, raw, recorded, recordOf } from '../build.ts';
import { clear, type LedgerOf } from './opened-ledger.ts';

const HOSTILE = 'a\0b\ud800c\udfffd\\u0000e\\f"{}\',NULL\u{1f600}\n';
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom('\0', '\\', 'u', '0', '\ud83d', '\ude00', '"', '{', ',') }));
const json = fc.jsonValue({ stringUnit: 'binary' }) as fc.Arbitrary<Json>;
const date = fc.date({ noInvalidDate: true });

const letters: fc.Arbitrary<RawLetter> = fc.record({
  queue: text,
  messageId: text,
  epoch: text,
  broker: text,
  name: text,
  body: fc.uint8Array(),
  headers: fc.dictionary(fc.string({ unit: 'binary' }), json),
  failure: fc.record({ reason: text, stack: fc.array(text), at: date }),
  attempts: fc.double(),
  enqueuedAt: date,
});

export function hostileSuite(opened: LedgerOf): void {
  describe('text from outside', () => {
    test('comes back as it went in, whatever it is', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(letters, { minLength: 1, maxLength: 20 }), async (batch) => {
          await clear(opened());
          const { ledger } = opened();
          const ids = await recorded(ledger, batch);
          const stored = new Map((await ledger.list({ limit: 100 })).map((record) => [record.id, record.letter]));
          const wanted = new Map(batch.map((letter, index) => [ids[index], letter]).toReversed() as [string, RawLetter][]);
          expect(stored).toEqual(new Map([...wanted].map(([id, letter]): [string, RawLetter] => [id, plain(letter)])));
          expect((await ledger.verify()).broken).toEqual([]);
        }),
        { numRuns: opened().runs * 3 },
      );
    });

    test('does no harm in a decision, a lease, a reason, an event or a filter', async () => {
      const { ledger } = opened();
      const [id = ''] = await recorded(ledger, [raw(HOSTILE, { name: HOSTILE })]);
      const part = { key: HOSTILE, group: `s1:${HOSTILE}`, diagnosis: { why: HOSTILE, rule: HOSTILE }, revision: HOSTILE, why: HOSTILE };
      const said = { type: 'decided', actor: HOSTILE, detail: { [HOSTILE]: HOSTILE } } as const;
      expect(await ledger.decide([entry(id, { ...part, event: said })], at(0))).toEqual([true]);
      const owner = lease(HOSTILE);
      expect(await ledger.take({ queue: QUEUE, now: at(1), limit: 1, lease: owner })).toHaveLength(1);
      expect(await ledger.claim([{ id, allowance: 1, event: said }], QUEUE, owner, at(1))).toEqual(['claimed']);
      expect(await ledger.transition([move(id, ['claimed'], 'parked', { owner: HOSTILE, why: HOSTILE, replayId: HOSTILE })], at(1))).toEqual([true]);
      const record = await recordOf(ledger, id);
      expect(record).toMatchObject({ why: HOSTILE, replayId: HOSTILE, decision: { idempotencyKey: HOSTILE, revision: HOSTILE, diagnosis: { why: HOSTILE } } });
      expect(await ledger.list({ messageId: HOSTILE, signature: `s1:${HOSTILE}` })).toEqual([record]);
      expect((await ledger.events(id)).map(({ actor }) => actor)).toEqual(['mendq', HOSTILE, HOSTILE, 'mendq']);
      expect(await ledger.groups([`s1:${HOSTILE}`])).toMatchObject([{ name: HOSTILE, rule: HOSTILE, why: HOSTILE }]);
      expect((await ledger.verify()).broken).toEqual([]);
      expect(await ledger.known([HOSTILE])).toEqual([]);
      expect(await ledger.events(HOSTILE)).toEqual([]);
      expect(await ledger.list({ queue: HOSTILE, after: HOSTILE })).toEqual([]);
    });

    test('may be longer than an index entry', async () => {
      const { ledger } = opened();
      // Random digits, because the server compresses what repeats.
      const long = Array.from({ length: 20_000 }, (_, index) => Math.imul(index + 1, 2_654_435_761).toString(16)).join('');
      const [id = ''] = await recorded(ledger, [raw(long, { name: long, epoch: long })]);
      expect(await ledger.decide([entry(id, { key: long })], at(0))).toEqual([true]);
      await ledger.block([{ kind: long, value: long, reason: long, letter: id, blockedAt: at(0), expiresAt: at(9) }]);
      expect(await ledger.blocked([{ kind: long, value: long }], at(1))).toMatchObject([{ value: long }]);
      expect(await ledger.list({ messageId: long })).toHaveLength(1);
    });

    test('in one letter leaves the others of its batch alone', async () => {
      const { ledger } = opened();
      const never = new Date(8.64e15);
      const batch = [raw('1'), raw(HOSTILE, { enqueuedAt: never, attempts: 1e300, failure: { reason: HOSTILE, stack: [HOSTILE], at: new Date(-8.64e15) } }), raw('3')];
      const ids = await recorded(ledger, batch);
      expect(await ledger.decide(ids.map((id) => entry(id, { dueAt: never })), at(0))).toEqual([true, true, true]);
      expect(await ledger.transition(ids.map((id) => move(id, ['planned'], 'parked', { event: event('held', { said: HOSTILE }) })), at(0))).toEqual([true, true, true]);
    });
  });
}

/** What text makes of numbers: `-0` is `0`. */
function plain(letter: RawLetter): RawLetter {
  return { ...letter, attempts: letter.attempts + 0, headers: JSON.parse(JSON.stringify(letter.headers)) as RawLetter['headers'] };
}
