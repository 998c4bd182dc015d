import type { ReplayOrder } from '../../../contract.ts';
import { lockJobs } from '../../postgres/fence.ts';
import { fromEpoch } from '../../epoch.ts';
import type { PgClientLike } from '../../postgres/pg-pool.ts';
import type { PostgresQueue } from '../../postgres/postgres-queue.ts';
import { replayKey, writeRecords } from '../../postgres/records.ts';
import type { CopiedOriginal } from '../reading.ts';
import { safeOptions } from '../safe-options.ts';

/** A job with the id was added between looking and adding; BullMQ then adds nothing and does not say so. */
export class JobAppeared extends Error {}

/**
 * Adds the job of a copy anew by BullMQ's own add_job, under its own id: idempotent consumers know it by that. Throws
 * `JobAppeared` where another job has the id by now; the transaction must then be undone.
 */
export async function addAnew(client: PgClientLike, queue: PostgresQueue, order: ReplayOrder, original: CopiedOriginal, at: number): Promise<void> {
  const { messageId: id } = order;
  const timestamp = String(original.addedAt?.getTime() ?? at);
  const data = Buffer.from(order.repaired ?? order.original).toString('utf8');
  const { attempts = 1, priority = 0, lifo = false, ...options } = safeOptions(original.options);
  const stored = JSON.stringify({ attempts, ...(priority === 0 ? {} : { priority }), ...(lifo ? { lifo } : {}), ...options });
  await client.query(`
    SELECT ${queue.schema}.add_job($1, $2, $3, $4::jsonb, $5::jsonb, $6::integer, 0::bigint, $7::bigint, $8::integer, NULL, NULL, NULL, NULL, NULL, $9::boolean)`,
    [queue.name, id, original.name ?? '', data, stored, priority, timestamp, attempts, lifo]);
  if (!(await isOurs(client, queue, { id, timestamp, data }))) throw new JobAppeared(id);
  if (order.attempts === 'single') {
    await client.query(`UPDATE ${queue.schema}.job SET attempts_made = max_attempts - 1 WHERE queue = $1 AND id = $2`, [queue.name, id]);
  }
  await writeRecords(client, queue, [replayKey(order.replayId)], at);
}

async function isOurs(client: PgClientLike, queue: PostgresQueue, added: { readonly id: string; readonly timestamp: string; readonly data: string }): Promise<boolean> {
  const job = (await lockJobs(client, queue, [added.id])).get(added.id);
  if (job?.state !== 'waiting' || fromEpoch(job.epoch).timestamp !== added.timestamp) return false;
  const { rows } = await client.query(`SELECT data = $3::jsonb AS same FROM ${queue.schema}.job WHERE queue = $1 AND id = $2`, [queue.name, added.id, added.data]);
  return rows[0]?.['same'] === true;
}
