import { describe, expect, test } from 'vitest';
import { letterIdOf } from '../../../src/core/dead-letter.ts';
import type { Operation } from '../../../src/core/operation.ts';
import { hashOfEvent } from '../../../src/ledger/audit-event.ts';
import type { StripRequest } from '../../../src/ledger/contract.ts';
import { at, deadAgain, entry, event, inState, move, one, planned, raw, recorded, recordOf } from '../build.ts';
import type { LedgerOf, OpenedLedger } from './opened-ledger.ts';

const SECRET = 'Ada-Lovelace';
const TABLES = ['letters', 'events', 'groups', 'blocklist', 'remedies', 'archive'];

const strip = (id: string): StripRequest => ({ id, event: event('stripped') });
const forget = (id: string, subject = 'subject-hash'): StripRequest => ({ id, event: event('forgotten', { subject }), forgottenFor: subject });

/** A letter that names the secret wherever it can. */
function telling(messageId = SECRET) {
  const body = new TextEncoder().encode(JSON.stringify({ name: SECRET }));
  return raw(messageId, { body, headers: { opts: SECRET }, failure: { reason: SECRET, stack: [SECRET], at: at(0) } });
}

function tellingEntry(id: string): ReturnType<typeof entry> {
  const operation: Operation = { name: 'setDefault', class: 'default', path: '/name', when: { code: 'any', received: 'string' }, with: SECRET };
  const given = entry(id, {
    key: SECRET,
    why: SECRET,
    state: 'escalated',
    diagnosis: { why: SECRET, evidence: [{ source: 'payload', fact: SECRET }], malicious: true },
    plan: { operations: [operation], body: telling().body, proofs: [SECRET] },
  });
  return { ...given, event: event('decided', { why: SECRET }) };
}

/** How often the secret stands in the tables, as text or as bytes. */
async function traces({ query }: OpenedLedger): Promise<number> {
  const rows = (await Promise.all(TABLES.map((table) => query(`select row_to_json(t)::text as row from mendq.${table} as t`)))).flat();
  const bytes = Buffer.from(SECRET).toString('hex');
  return rows.filter(({ row }) => String(row).includes(SECRET) || String(row).includes(bytes)).length;
}

/** Rewrites a letter's events as the first release wrote them. */
async function asOfFirstRelease({ ledger, query }: OpenedLedger, id: string): Promise<void> {
  let previousHash = '';
  for (const { letter, sequence, at: time, type, actor, detail } of await ledger.events(id)) {
    const hash = hashOfEvent({ letter, sequence, at: time, type, actor, detailText: JSON.stringify(detail), detailHash: null, previousHash });
    await query(`update mendq.events set previous_hash = '${previousHash}', hash = '${hash}', detail_hash = null where letter = '${letter}' and sequence = ${sequence}`);
    previousHash = hash;
  }
  await query(`update mendq.letters set event_hash = '${previousHash}' where id = '${id}'`);
}

export function stripSuite(opened: LedgerOf): void {
  const told = async (): Promise<string> => {
    const { ledger } = opened();
    const id = one(await recorded(ledger, [telling()]));
    await ledger.decide([tellingEntry(id)], at(1));
    await ledger.block([{ kind: 'user', value: 'someone', reason: SECRET, letter: id, blockedAt: at(1), expiresAt: at(999) }]);
    return id;
  };

  describe('strip', () => {
    test('leaves no trace of the content in any table', async () => {
      const id = await told();
      expect(await traces(opened())).toBe(4);
      expect(await opened().ledger.strip([strip(id)], at(9))).toEqual([true]);
      expect(await traces(opened())).toBe(0);
    });

    test('leaves no trace in the group of an earlier decision', async () => {
      const { ledger } = opened();
      const id = await told();
      await ledger.decide([entry(id, { group: 's1:later', state: 'escalated' })], at(2));
      await ledger.strip([strip(id)], at(9));
      expect(await traces(opened())).toBe(0);
      expect((await ledger.groups(['s1:later'])).map(({ why }) => why)).not.toContain('The schema says so.');
    });

    test('keeps what other letters say', async () => {
      const { ledger } = opened();
      const id = await told();
      const [other = ''] = await planned(ledger, [raw('other')], { diagnosis: { why: 'Another reason.' } });
      await ledger.strip([strip(id)], at(9));
      expect(one(await ledger.groups()).why).toBe('Another reason.');
      expect((await recordOf(ledger, other)).letter).toEqual(raw('other'));
      expect((await ledger.events(other)).some(({ erased }) => erased)).toBe(false);
    });

    test('keeps what is needed so that nothing is done twice', async () => {
      const { ledger } = opened();
      const before = await recordOf(ledger, await inState(ledger, telling(), 'healed', { key: 'invoice-1' }));
      const [group] = await ledger.groups();
      await ledger.strip([strip(before.id)], at(9));
      const after = await recordOf(ledger, before.id);
      expect(after).toMatchObject({ id: before.id, state: 'healed', round: before.round, stripped: true, letter: { queue: 'invoices', epoch: '1', attempts: 5, enqueuedAt: at(-3600), failure: { at: at(0) } } });
      expect(after.decision?.signatures).toEqual(before.decision?.signatures);
      expect(after.forgotten).toBeUndefined();
      expect(await ledger.groups()).toEqual([{ ...group, why: expect.any(String) as string }]);
      const [twin = ''] = await planned(ledger, [raw('twin')], { key: 'invoice-1' });
      expect(await ledger.doneElsewhere([twin])).toEqual([twin]);
      expect((await ledger.list({ messageId: SECRET })).map(({ id }) => id)).toEqual([before.id]);
      expect((await ledger.list({ idempotencyKey: 'invoice-1' })).map(({ id }) => id).toSorted()).toEqual([before.id, twin].toSorted());
    });

    test('knows the next death of the message', async () => {
      const { ledger } = opened();
      const id = await inState(ledger, telling(), 'healed');
      await ledger.strip([strip(id)], at(9));
      const again = one(await ledger.record([deadAgain(telling(), 1)], at(60)));
      expect([again.record.round, (await recordOf(ledger, id)).state]).toEqual([1, 'returned']);
    });

    test.each([['seen', 'superseded'], ['planned', 'superseded'], ['escalated', 'superseded'], ['parked', 'superseded'], ['settled', 'settled'], ['discarded', 'discarded']] as const)(
      'ends a letter that is %s as %s, and nobody acts on it again',
      async (state, then) => {
        const { ledger } = opened();
        const id = await inState(ledger, telling(), state);
        expect(await ledger.strip([strip(id)], at(9))).toEqual([true]);
        expect((await recordOf(ledger, id)).state).toBe(then);
        expect(await ledger.known([id])).toMatchObject([{ id, state: then, stripped: true }]);
        expect(await ledger.decide([tellingEntry(id)], at(10))).toEqual([false]);
        expect(await ledger.transition([move(id, [then], 'seen'), move(id, [then], 'planned'), move(id, [then], 'intent'), move(id, [then], 'parked')], at(10))).toEqual([false, false, false, true]);
        expect(await ledger.take({ queue: 'invoices', now: at(99), limit: 9, lease: { owner: 'ann', until: at(199) } })).toEqual([]);
        const result = one(await ledger.record([telling()], at(11)));
        expect([result.fresh, await traces(opened())]).toEqual([false, 0]);
      },
    );

    test.each(['claimed', 'intent', 'replayed'] as const)('leaves a letter alone that is %s', async (state) => {
      const { ledger } = opened();
      const id = await inState(ledger, telling(), state);
      const before = await recordOf(ledger, id);
      expect(await ledger.strip([strip(id), strip('letter_unknown')], at(9))).toEqual([false, false]);
      expect(await recordOf(ledger, id)).toEqual(before);
    });

    test('leaves a letter alone whose state is of a later release', async () => {
      const { ledger, query } = opened();
      const id = await told();
      await query(`update mendq.letters set state = 'negotiating' where id = '${id}'`);
      expect(await ledger.strip([strip(id)], at(9))).toEqual([false]);
    });

    test('adds nothing when it is done again, and remembers for whom', async () => {
      const { ledger } = opened();
      const id = await told();
      const types = async () => (await ledger.events(id)).map(({ type }) => type);
      expect(await ledger.strip([strip(id), strip(id)], at(9))).toEqual([true, true]);
      expect(await ledger.strip([strip(id)], at(10))).toEqual([true]);
      expect(await types()).toEqual(['seen', 'decided', 'stripped']);
      expect(await ledger.strip([forget(id)], at(11))).toEqual([true]);
      expect(await ledger.strip([forget(id, 'other-hash'), strip(id)], at(12))).toEqual([true, true]);
      expect(await types()).toEqual(['seen', 'decided', 'stripped', 'forgotten']);
      expect(await recordOf(ledger, id)).toMatchObject({ stripped: true, forgotten: true });
      expect((await ledger.list({ forgottenFor: 'subject-hash' })).map((record) => record.id)).toEqual([id]);
      expect(await ledger.list({ forgottenFor: 'other-hash' })).toEqual([]);
    });

    test('takes the name of a source off the blocklist and leaves it blocked', async () => {
      const { ledger } = opened();
      const source = { kind: 'user', value: SECRET };
      await ledger.block([{ ...source, reason: SECRET, letter: 'letter_1', blockedAt: at(0), expiresAt: at(99) }]);
      expect([await ledger.forgetSource(SECRET), await ledger.forgetSource(SECRET), await traces(opened())]).toEqual([1, 0, 0]);
      expect(await ledger.blocked([source], at(1))).toMatchObject([{ ...source, letter: 'letter_1' }]);
      expect(await ledger.unblock(source)).toBe(true);
    });
  });

  describe('a chain whose details were erased', () => {
    test('still holds, and tells which ones', async () => {
      const { ledger } = opened();
      const id = await told();
      await ledger.strip([strip(id)], at(9));
      await ledger.transition([move(id, ['superseded'], 'parked')], at(10));
      expect((await ledger.events(id)).map(({ type, erased = false }) => [type, erased])).toEqual([['seen', true], ['decided', true], ['stripped', false], ['finished', false]]);
      expect(await ledger.verify()).toEqual({ letters: 1, events: 4, broken: [] });
    });

    test('holds where an earlier release wrote a part of it', async () => {
      const place = opened();
      const { ledger } = place;
      const id = await told();
      await asOfFirstRelease(place, id);
      await ledger.decide([tellingEntry(id)], at(2));
      expect((await ledger.verify()).broken).toEqual([]);
      await ledger.strip([strip(id)], at(9));
      expect((await ledger.verify()).broken).toEqual([]);
      expect(await traces(place)).toBe(0);
      await ledger.strip([forget(id)], at(10));
      expect((await ledger.verify()).broken).toEqual([]);
    });

    test.each([
      ['a detail that was put back', `update mendq.events set detail = '{"x":1}' where THIS and sequence = 2`, 2, /changed/],
      ['a changed hash of a detail', `update mendq.events set detail_hash = repeat('0', 64) where THIS and sequence = 2`, 2, /changed/],
      ['a changed actor', `update mendq.events set actor = 'eve' where THIS and sequence = 1`, 1, /changed/],
      ['the event of the erasure erased', `update mendq.events set detail = '{"erased":true}' where THIS and sequence = 3`, 3, /no event says so/],
      ['a later event erased', `update mendq.events set detail = '{"erased":true}' where THIS and sequence = 4`, 4, /no event says so/],
    ])('does not hold with %s', async (_what, statement, sequence, why) => {
      // Without the event of the erasure, what an earlier release wrote can't be recomputed: it breaks at the first such event.
      for (const old of sequence === 3 ? [false] : [false, true]) {
        const { ledger, query } = opened();
        const id = one(await recorded(ledger, [telling(`${SECRET}-${old}`)]));
        await ledger.decide([tellingEntry(id)], at(1));
        if (old) await asOfFirstRelease(opened(), id);
        await ledger.strip([strip(id)], at(9));
        await ledger.transition([move(id, ['superseded'], 'parked')], at(10));
        await query(statement.replace('THIS', `letter = '${id}'`));
        expect((await ledger.verify(id)).broken).toEqual([{ letter: id, sequence, why: expect.stringMatching(why) as string }]);
      }
    });

    test('does not hold where the details of an earlier release were erased without an event', async () => {
      const { ledger, query } = opened();
      const id = await told();
      await asOfFirstRelease(opened(), id);
      await query(`update mendq.events set detail_hash = encode(sha256(convert_to(detail, 'UTF8')), 'hex'), detail = '{"erased":true}' where letter = '${id}'`);
      expect((await ledger.verify(id)).broken).toMatchObject([{ sequence: 1, why: expect.stringMatching(/no event says so/) as string }]);
    });
  });

  describe('list', () => {
    test('gives the finished letters whose time is over and that still have their content', async () => {
      const { ledger } = opened();
      const ends = ['healed', 'presumed', 'returned', 'settled', 'discarded', 'superseded', 'escalated', 'parked', 'planned', 'replayed'] as const;
      for (const state of ends) await inState(ledger, raw(state), state);
      await ledger.transition(ends.map((state) => move(letterIdOf(raw(state)), [state], state, { outcomeAt: at(50) })), at(50));
      const names = async (before: Date) => (await ledger.list({ finishedBefore: before })).map(({ letter }) => letter.messageId).toSorted();
      expect(await names(at(50))).toEqual([]);
      expect(await names(at(51))).toEqual(['discarded', 'healed', 'presumed', 'returned', 'settled', 'superseded']);
      await ledger.strip([strip(letterIdOf(raw('healed')))], at(60));
      expect(await names(at(51))).toEqual(['discarded', 'presumed', 'returned', 'settled', 'superseded']);
    });
  });
}
