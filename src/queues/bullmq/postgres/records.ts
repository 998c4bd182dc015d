import { RECORD_LIFETIME } from '../record-lifetime.ts';
import type { PostgresQueue } from './postgres-queue.ts';
import type { PgClientLike } from './pg-pool.ts';
import { transaction } from './transaction.ts';

/** mendq's own table beside BullMQ's: a backup of the schema takes jobs and records along together. */
export const RECORDS = 'mendq_record';

/** Makes concurrent creators wait for each other: `CREATE TABLE IF NOT EXISTS` alone can fail when two run at once. */
const CREATION_LOCK = 0x6d_64_71_72;

/** A record of something done, as the table keeps it. */
export interface PgRecord {
  readonly key: string;
  readonly at: string;
  readonly eventId: string;
}

/** Creates the table of records where it is missing, and drops records that are over their time. Once an open queue. */
export async function ensureRecords(queue: PostgresQueue): Promise<void> {
  queue.records.ready ??= create(queue).catch((error: unknown) => {
    queue.records.ready = undefined;
    throw error;
  });
  await queue.records.ready;
}

async function create(queue: PostgresQueue): Promise<void> {
  const { schema } = queue;
  const oldest = queue.clock.now().getTime() - RECORD_LIFETIME * 1000;
  await transaction(queue.pool, queue.place, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [CREATION_LOCK, schema]);
    await client.query(`CREATE TABLE IF NOT EXISTS ${schema}.${RECORDS} (
      queue text NOT NULL, key text NOT NULL, at_ms bigint NOT NULL, event_id bigint NOT NULL, PRIMARY KEY (queue, key))`);
    await client.query(`CREATE TABLE IF NOT EXISTS ${schema}.${RECORDS}_log (
      queue text NOT NULL, job_id text NOT NULL, added_at_ms bigint NOT NULL, at_ms bigint NOT NULL, idx bigint NOT NULL, row text NOT NULL,
      PRIMARY KEY (queue, job_id, added_at_ms, idx))`);
    await client.query(`DELETE FROM ${schema}.${RECORDS} WHERE queue = $1 AND at_ms < $2`, [queue.name, oldest]);
    await client.query(`DELETE FROM ${schema}.${RECORDS}_log WHERE queue = $1 AND at_ms < $2`, [queue.name, oldest]);
  });
}

/** The records of these keys. Read after the jobs are locked, so that what a concurrent sender committed is seen. */
export async function recordsOf(client: PgClientLike, queue: PostgresQueue, keys: readonly string[]): Promise<ReadonlyMap<string, PgRecord>> {
  const { rows } = await client.query(`SELECT key, at_ms::text AS at, event_id::text AS "eventId" FROM ${queue.schema}.${RECORDS} WHERE queue = $1 AND key = ANY($2::text[])`, [queue.name, keys]);
  return new Map(rows.map((row) => [String(row['key']), { key: String(row['key']), at: String(row['at']), eventId: String(row['eventId']) }]));
}

/** Writes records in the transaction of what they tell. The event id is the newest one: whatever follows comes later. */
export async function writeRecords(client: PgClientLike, queue: PostgresQueue, keys: readonly string[], at: number): Promise<void> {
  await client.query(`
    INSERT INTO ${queue.schema}.${RECORDS} (queue, key, at_ms, event_id)
    SELECT $1, key, $3::bigint, COALESCE((SELECT max(id) FROM ${queue.schema}.event WHERE queue = $1), 0) FROM unnest($2::text[]) AS key
    ON CONFLICT (queue, key) DO UPDATE SET at_ms = EXCLUDED.at_ms, event_id = EXCLUDED.event_id`, [queue.name, keys, at]);
}

/** Forgets records in the transaction that undoes what they tell. */
export async function dropRecords(client: PgClientLike, queue: PostgresQueue, keys: readonly string[]): Promise<void> {
  await client.query(`DELETE FROM ${queue.schema}.${RECORDS} WHERE queue = $1 AND key = ANY($2::text[])`, [queue.name, keys]);
}

/** The key of a replay's record. */
export function replayKey(replayId: string): string {
  return `replay:${replayId}`;
}

/** The key of a removal's record. */
export function removeKey(removeId: string): string {
  return `remove:${removeId}`;
}
