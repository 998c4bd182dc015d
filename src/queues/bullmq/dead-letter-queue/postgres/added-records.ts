import type { PgClientLike } from '../../postgres/pg-pool.ts';
import type { PostgresQueue } from '../../postgres/postgres-queue.ts';
import { RECORDS } from '../../postgres/records.ts';
import { query } from '../../postgres/transaction.ts';

/** Notes, in the transaction of a replay, when the job that it put back had been added: another job with its id differs in that. */
export async function noteAdded(client: PgClientLike, queue: PostgresQueue, replayId: string, added: string, at: number): Promise<void> {
  await client.query(`
    INSERT INTO ${queue.schema}.${RECORDS} (queue, key, at_ms, event_id) VALUES ($1, $2, $3::bigint, $4::bigint)
    ON CONFLICT (queue, key) DO UPDATE SET at_ms = EXCLUDED.at_ms, event_id = EXCLUDED.event_id`, [queue.name, keyOf(replayId), at, added]);
}

/** When the jobs that replays put back had been added, in milliseconds, by replay id. */
export async function addedTimes(queue: PostgresQueue, replayIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const [table] = await query(queue.pool, queue.place, 'SELECT to_regclass($1) IS NOT NULL AS there', [`${queue.schema}.${RECORDS}`]);
  if (table?.['there'] !== true) return new Map();
  const rows = await query(queue.pool, queue.place, `
    SELECT key, event_id::text AS added FROM ${queue.schema}.${RECORDS} WHERE queue = $1 AND key = ANY($2::text[])`, [queue.name, replayIds.map(keyOf)]);
  const times = new Map(rows.map((row) => [String(row['key']), String(row['added'])]));
  return new Map(replayIds.flatMap((id) => (times.has(keyOf(id)) ? [[id, times.get(keyOf(id)) ?? ''] as const] : [])));
}

function keyOf(replayId: string): string {
  return `added:${replayId}`;
}
