import { readFileSync } from 'node:fs';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { letterIdOf } from '../../src/core/dead-letter.ts';
import { sha256 } from '../../src/core/hash.ts';
import { hashOfEvent } from '../../src/ledger/audit-event.ts';
import { openPostgresLedger } from '../../src/ledger/postgres.ts';
import { freshDatabase } from '../services.ts';
import { at, entry, event, lease, QUEUE, raw, recordOf } from './build.ts';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let earlier: Pool;
beforeAll(async () => {
  database = await freshDatabase();
  earlier = new Pool({ connectionString: database.url });
});
afterAll(async () => {
  await earlier.end();
  await database.drop();
});

/** Makes the tables as the first release made them. */
async function openFirstRelease(): Promise<void> {
  const statements = readFileSync(new URL('../../drizzle/0000_letters.sql', import.meta.url), 'utf8').split('--> statement-breakpoint');
  await earlier.query('create schema mendq');
  await earlier.query('create table mendq.migrations (number integer primary key, name text not null, applied_at timestamptz not null default now())');
  for (const statement of statements) await earlier.query(statement);
  await earlier.query(`insert into mendq.migrations (number, name) values (0, 'letters')`);
}

/** Records a letter as the first release does: with the columns it knows, and the detail itself in the hash. */
async function recordAsFirstRelease(messageId: string): Promise<string> {
  const { queue, epoch, broker, name, body, headers, failure, attempts, enqueuedAt } = raw(messageId);
  const id = letterIdOf(raw(messageId));
  const seen = { letter: id, sequence: 1, at: at(0), type: 'seen', actor: 'mendq', detailText: '{"round":0}', detailHash: null, previousHash: '' } as const;
  const hash = hashOfEvent(seen);
  const row = {
    ...{ id, queue, message_id: messageId, message_hash: sha256(messageId), epoch, broker, name, body, headers: JSON.stringify(headers) },
    ...{ reason: failure.reason, stack: JSON.stringify(failure.stack), failed_at: failure.at.getTime(), attempts, enqueued_at: enqueuedAt.getTime() },
    ...{ recorded_at: at(0), round: 0, state: 'seen', why: '', earlier_signatures: '[]', event_sequence: 1, event_hash: hash },
  };
  const client = await earlier.connect();
  try {
    await client.query('begin');
    await client.query(`insert into mendq.letters (${Object.keys(row).join(', ')}) values (${Object.keys(row).map((_, index) => `$${index + 1}`).join(', ')})`, Object.values(row));
    await client.query('insert into mendq.events (letter, sequence, at, type, actor, detail, previous_hash, hash) values ($1, 1, $2, $3, $4, $5, $6, $7)', [id, seen.at, seen.type, seen.actor, seen.detailText, '', hash]);
    await client.query('commit');
  } finally {
    client.release();
  }
  return id;
}

test('a ledger of the first release is upgraded while that release keeps writing, and both go on', async () => {
  await openFirstRelease();
  const ids = [await recordAsFirstRelease('before')];
  const upgraded = new AbortController();
  const writing = (async () => {
    for (let index = 0; !upgraded.signal.aborted; index += 1) ids.push(await recordAsFirstRelease(`during-${index}`));
    ids.push(await recordAsFirstRelease('after'));
  })();
  const { ledger } = await openPostgresLedger({ url: database.url });
  upgraded.abort();
  await writing;

  expect(ids.length).toBeGreaterThan(2);
  expect(await ledger.known(ids)).toHaveLength(ids.length);
  expect(await ledger.verify()).toEqual({ letters: ids.length, events: ids.length, broken: [] });

  const last = ids.at(-1) ?? '';
  await ledger.decide([entry(last, { dueAt: at(0), key: 'k' })], at(1));
  expect((await ledger.take({ queue: QUEUE, now: at(2), limit: 1, lease: lease() })).map(({ id }) => id)).toEqual([last]);
  expect(await ledger.strip([{ id: ids[0] ?? '', event: event('stripped') }], at(3))).toEqual([true]);
  expect((await recordOf(ledger, ids[0] ?? '')).letter.body).toHaveLength(0);
  expect((await ledger.verify()).broken).toEqual([]);

  const { rows } = await earlier.query<{ detail: string }>('select detail from mendq.events where letter = $1', [ids[0]]);
  expect(rows.map(({ detail }) => typeof JSON.parse(detail))).toEqual(['object', 'object']);
  await ledger.close();
});
