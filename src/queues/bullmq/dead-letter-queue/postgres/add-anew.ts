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
  const options = safeOptions(original.options);
  const timestamp = String(original.addedAt?.getTime() ?? at);
  const data = Buffer.from(order.repaired ?? order.original).toString('utf8');
  const attempts = options.attempts ?? 1;
  await client.query(`
    SELECT ${queue.schema}.add_job($1, $2, $3, $4::jsonb, $5::jsonb, $6::integer, 0::bigint, $7::bigint, $8::integer, NULL, NULL, NULL, NULL, NULL, $9::boolean)`,
    [queue.name, id, original.name ?? '', data, JSON.stringify({ attempts, ...options }), options.priority ?? 0, timestamp, attempts, options.lifo ?? false]);
  const added = (await lockJobs(client, queue, [id])).get(id);
  const { rows } = await client.query(`SELECT data = $3::jsonb AS same FROM ${queue.schema}.job WHERE queue = $1 AND id = $2`, [queue.name, id, data]);
  const isOurs = added?.state === 'waiting' && fromEpoch(added.epoch).timestamp === timestamp && rows[0]?.['same'] === true;
  if (!isOurs) throw new JobAppeared(id);
  if (order.attempts === 'single') {
    await client.query(`UPDATE ${queue.schema}.job SET attempts_made = max_attempts - 1 WHERE queue = $1 AND id = $2`, [queue.name, id]);
  }
  await writeRecords(client, queue, [replayKey(order.replayId)], at);
}
