import { describe, expect, test } from 'vitest';
import { sha256 } from '../../../src/core/hash.ts';
import { CHAIN_START, hashOfEvent } from '../../../src/ledger/audit-event.ts';
import { at, claimed, deadAgain, move, one, raw, recorded } from '../build.ts';
import type { LedgerOf } from './opened-ledger.ts';

export function auditSuite(opened: LedgerOf): void {
  const healed = async (): Promise<string> => {
    const { ledger } = opened();
    const [id = ''] = await claimed(ledger, [raw('1'), raw('2')]);
    await ledger.transition([move(id, ['claimed'], 'intent'), move(id, ['intent'], 'healed')], at(2));
    return id;
  };

  describe('events', () => {
    test('form a chain from the first to the last', async () => {
      const { ledger } = opened();
      const events = await ledger.events(await healed());
      expect(events.map(({ type, sequence }) => [type, sequence])).toEqual([['seen', 1], ['decided', 2], ['claimed', 3], ['finished', 4], ['finished', 5]]);
      expect(events.map(({ previousHash }) => previousHash)).toEqual([CHAIN_START, ...events.slice(0, -1).map(({ hash }) => hash)]);
      expect(await ledger.events('letter_unknown')).toEqual([]);
    });

    test('begin with the hash of the body and the letter before', async () => {
      const { ledger } = opened();
      const [earlier = ''] = await recorded(ledger, [raw('1')]);
      const [id = ''] = await recorded(ledger, [deadAgain(raw('1'), 1)]);
      expect(one(await ledger.events(id)).detail).toEqual({ round: 0, bodyHash: sha256(raw('1').body), previous: earlier });
    });
  });

  describe('verify', () => {
    test('finds nothing wrong with what the ledger wrote', async () => {
      const { ledger } = opened();
      const id = await healed();
      expect(await ledger.verify()).toEqual({ letters: 2, events: 8, broken: [] });
      expect(await ledger.verify(id)).toEqual({ letters: 1, events: 5, broken: [] });
      expect(await ledger.verify('letter_unknown')).toEqual({ letters: 0, events: 0, broken: [] });
    });

    test('reads more than one page', async () => {
      const { ledger, query } = opened();
      const ids = await recorded(ledger, Array.from({ length: 1203 }, (_, index) => raw(String(index))));
      const last = ids.toSorted().at(-1) ?? '';
      await query(`update mendq.events set actor = 'eve' where letter = '${last}'`);
      expect(await ledger.verify()).toEqual({ letters: 1203, events: 1203, broken: [{ letter: last, sequence: 1, why: 'the event was changed' }] });
    });

    // In the statements THIS stands for the events of the letter.
    test.each([
      ['changed in its detail', [`update mendq.events set detail = '{"x":1}' where THIS and sequence = 3`], 3, /changed/],
      ['changed in its detail and the hash of that', [`update mendq.events set detail = '{"x":1}', detail_hash = encode(sha256('{"x":1}'), 'hex') where THIS and sequence = 3`], 3, /changed/],
      ['stripped of its hash', ['update mendq.events set detail_hash = null where THIS and sequence = 3'], 3, /changed/],
      ['made to look as an earlier release wrote it', ['update mendq.events set detail = detail_hash, detail_hash = null where THIS and sequence = 3'], 3, /changed/],
      ['erased in silence', [`update mendq.events set detail = '{"erased":true}' where THIS and sequence = 3`], 3, /no event says so/],
      ['changed in its time', [`update mendq.events set at = at + interval '1 millisecond' where THIS and sequence = 2`], 2, /changed/],
      ['changed in its type', [`update mendq.events set type = 'held' where THIS and sequence = 4`], 4, /changed/],
      ['changed in its hash', [`update mendq.events set hash = repeat('0', 64) where THIS and sequence = 1`], 1, /changed/],
      ['dropped at the beginning', ['delete from mendq.events where THIS and sequence = 1'], 1, /missing/],
      ['dropped in the middle', ['delete from mendq.events where THIS and sequence = 3'], 3, /missing/],
      ['dropped at the end', ['delete from mendq.events where THIS and sequence = 5'], 5, /missing/],
      ['dropped with all others', ['delete from mendq.events where THIS'], 1, /missing/],
      [
        'dropped, with the gap closed',
        [
          'delete from mendq.events where THIS and sequence = 3',
          'update mendq.events set sequence = 3 where THIS and sequence = 4',
          'update mendq.events set sequence = 4 where THIS and sequence = 5',
        ],
        3,
        /does not follow/,
      ],
      ['appended', [`insert into mendq.events select letter, 6, at, type, actor, detail, hash, repeat('0', 64) from mendq.events where THIS and sequence = 5`], 6, /changed/],
      ['inserted in front', [`insert into mendq.events select letter, 0, at, type, actor, detail, '', '' from mendq.events where THIS and sequence = 5`], 1, /inserted/],
    ])('finds an event that was %s', async (_what, statements, sequence, why) => {
      const { ledger, query } = opened();
      const id = await healed();
      for (const statement of statements) await query(statement.replace('THIS', `letter = '${id}'`));
      const broken = [{ letter: id, sequence, why: expect.stringMatching(why) as string }];
      expect((await ledger.verify(id)).broken).toEqual(broken);
      expect((await ledger.verify()).broken).toEqual(broken);
    });

    test('finds an event that was appended with a hash that fits', async () => {
      const { ledger, query } = opened();
      const id = await healed();
      const last = (await ledger.events(id)).at(-1);
      const forged = { letter: id, sequence: 6, at: at(9), type: 'released', actor: 'eve', detailText: '{}', detailHash: null, previousHash: last?.hash ?? '' } as const;
      const { letter, sequence, type, actor, detailText, previousHash } = forged;
      await query(`insert into mendq.events values ('${letter}', ${sequence}, '${forged.at.toISOString()}', '${type}', '${actor}', '${detailText}', '${previousHash}', '${hashOfEvent(forged)}')`);
      expect((await ledger.verify(id)).broken).toEqual([{ letter: id, sequence: 6, why: 'the event was not written with its letter' }]);
    });

    test('finds events whose letter is gone', async () => {
      const { ledger, query } = opened();
      const id = await healed();
      await query(`delete from mendq.letters where id = '${id}'`);
      const broken = [{ letter: id, sequence: 1, why: 'the letter of the event is missing' }];
      expect((await ledger.verify()).broken).toEqual(broken);
      expect((await ledger.verify(id)).broken).toEqual(broken);
    });
  });
}
