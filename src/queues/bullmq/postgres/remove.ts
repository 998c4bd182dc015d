import type { RemoveOrder, RemoveReceipt } from '../../contract.ts';
import { chunksOf } from '../chunks.ts';
import { doneReceipt, obstacleReceipt, type Obstacle } from '../receipts.ts';
import { lockJobs, movedSince, type LockedJob } from './fence.ts';
import type { PostgresQueue } from './postgres-queue.ts';
import type { PgClientLike } from './pg-pool.ts';
import { ensureRecords, RECORDS, recordsOf, removeKey, writeRecords } from './records.ts';
import { transaction } from './transaction.ts';

/** Removes letters, up to 100 in one transaction, each only while it still is the dead letter that was read. */
export async function remove(queue: PostgresQueue, orders: readonly RemoveOrder[]): Promise<readonly RemoveReceipt[]> {
  if (orders.length === 0) return [];
  await ensureRecords(queue);
  const receipts: RemoveReceipt[] = [];
  for (const chunk of chunksOf(orders, () => 0)) {
    receipts.push(...(await transaction(queue.pool, queue.place, async (client) => removeIn(client, queue, chunk))));
  }
  return receipts;
}

async function removeIn(client: PgClientLike, queue: PostgresQueue, orders: readonly RemoveOrder[]): Promise<readonly RemoveReceipt[]> {
  const jobs = await lockJobs(client, queue, orders.map(({ messageId }) => messageId));
  const records = await recordsOf(client, queue, orders.map(({ removeId }) => removeKey(removeId)));
  const receipts: RemoveReceipt[] = [];
  for (const order of orders) {
    const job = jobs.get(order.messageId);
    const moved = await movedSince(client, queue, order, job);
    // The record counts only where the letter is gone: one that was restored can be removed again.
    const earlier = moved === undefined ? undefined : records.get(removeKey(order.removeId));
    const obstacle = moved ?? relativesOf(job);
    if (earlier !== undefined) receipts.push(doneReceipt(earlier.at, true));
    else receipts.push(obstacle === undefined ? await removeOne(client, queue, order) : obstacleReceipt(obstacle));
  }
  return receipts;
}

function relativesOf(job: LockedJob | undefined): Obstacle | undefined {
  if (job === undefined) return undefined;
  if (job.children > 0) return 'parent';
  if (job.parentStatus === 'pending') return 'awaited';
  if (job.parentStatus === 'failed') return 'blocking';
  return job.hasScheduler ? 'scheduler' : undefined;
}

/** Removes a job that the guard let through, and keeps its log lines. */
export async function removeOne(client: PgClientLike, queue: PostgresQueue, { messageId, removeId }: Pick<RemoveOrder, 'messageId' | 'removeId'>): Promise<RemoveReceipt> {
  const at = queue.clock.now().getTime();
  await client.query(`
    INSERT INTO ${queue.schema}.${RECORDS}_log (queue, job_id, added_at_ms, at_ms, idx, row)
    SELECT l.queue, l.job_id, j.added_at_ms, $3::bigint, l.idx, l.row FROM ${queue.schema}.job_log l JOIN ${queue.schema}.job j ON j.queue = l.queue AND j.id = l.job_id
     WHERE l.queue = $1 AND l.job_id = $2 ON CONFLICT DO NOTHING`, [queue.name, messageId, at]);
  const { rows } = await client.query(`SELECT ${queue.schema}.remove($1, $2, false) AS removed`, [queue.name, messageId]);
  if (Number(rows[0]?.['removed']) !== 1) return obstacleReceipt(rows.length === 0 ? 'script' : 'left');
  await writeRecords(client, queue, [removeKey(removeId)], at);
  return doneReceipt(String(at), false);
}
