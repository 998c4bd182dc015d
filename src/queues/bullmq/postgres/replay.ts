import { messageOf } from '../../../core/errors.ts';
import type { ReplayOrder, ReplayReceipt } from '../../contract.ts';
import { chunksOf } from '../chunks.ts';
import { doneReceipt, replayObstacle, type Obstacle } from '../receipts.ts';
import { explainWaits } from '../relatives.ts';
import { lockJobs, movedSince, type LockedJob } from './fence.ts';
import type { PostgresQueue } from './postgres-queue.ts';
import { isBadValue } from './pg-error.ts';
import type { PgClientLike } from './pg-pool.ts';
import { ensureRecords, recordsOf, replayKey, writeRecords } from './records.ts';
import { waits } from './relatives.ts';
import { isStorableBody } from './storable.ts';
import { transaction } from './transaction.ts';

/** An order that the guard let through, with the job it is about. */
export interface ClearedOrder {
  readonly order: ReplayOrder;
  readonly job: LockedJob;
}

/** Replays letters, up to 100 in one transaction. A transaction whose end is unknown runs again; its records tell. */
export async function replay(queue: PostgresQueue, orders: readonly ReplayOrder[]): Promise<readonly ReplayReceipt[]> {
  if (orders.length === 0) return [];
  await ensureRecords(queue);
  const receipts: ReplayReceipt[] = [];
  for (const chunk of chunksOf(orders, (order) => order.repaired?.byteLength ?? 0)) receipts.push(...(await replayChunk(queue, chunk)));
  return explainWaits(orders, receipts, async (ids) => waits(queue, ids));
}

/** A value that PostgreSQL does not take, though it looked storable, undoes the transaction: then each letter gets its own. */
async function replayChunk(queue: PostgresQueue, orders: readonly ReplayOrder[]): Promise<readonly ReplayReceipt[]> {
  try {
    return await transaction(queue.pool, queue.place, async (client) => replayIn(client, queue, orders), isBadValue);
  } catch (error) {
    if (!isBadValue(error)) throw error;
    if (orders.length === 1) return [replayObstacle('text', messageOf(error))];
    const receipts: ReplayReceipt[] = [];
    for (const order of orders) receipts.push(...(await replayChunk(queue, [order])));
    return receipts;
  }
}

async function replayIn(client: PgClientLike, queue: PostgresQueue, orders: readonly ReplayOrder[]): Promise<readonly ReplayReceipt[]> {
  const jobs = await lockJobs(client, queue, orders.map(({ messageId }) => messageId));
  const records = await recordsOf(client, queue, orders.map(({ replayId }) => replayKey(replayId)));
  const owned = await ownedElsewhere(client, queue, [...jobs.values()]);
  const receipts: ReplayReceipt[] = [];
  const cleared: ClearedOrder[] = [];
  const at = queue.clock.now().getTime();
  for (const order of orders) {
    const job = jobs.get(order.messageId);
    const moved = await movedSince(client, queue, order, job);
    // The record counts only where the job has left: a letter that was brought back can be replayed again.
    const record = moved === undefined ? undefined : records.get(replayKey(order.replayId));
    const obstacle = moved ?? obstacleOf(order, job, owned);
    const isTwice = cleared.some((other) => other.order.messageId === order.messageId);
    if (record !== undefined) receipts.push(doneReceipt(record.at, true));
    else if (obstacle !== undefined) receipts.push(replayObstacle(obstacle));
    else if (isTwice) receipts.push(replayObstacle('left'));
    else {
      receipts.push(doneReceipt(String(at), false));
      if (job !== undefined) cleared.push({ order, job });
    }
  }
  if (cleared.length > 0) await reenqueue(client, queue, cleared, at);
  return receipts;
}

function obstacleOf(order: ReplayOrder, job: LockedJob | undefined, owned: ReadonlySet<string>): Obstacle | undefined {
  if (order.repaired !== undefined && !isStorableBody(order.repaired)) return 'text';
  if (owned.has(order.messageId)) return 'owned';
  return (job?.openChildren ?? 0) > 0 ? 'children' : undefined;
}

/** Ids of those jobs whose deduplication key a live job owns. Producers of the same key wait until the batch is done. */
export async function ownedElsewhere(client: PgClientLike, queue: PostgresQueue, jobs: readonly LockedJob[]): Promise<ReadonlySet<string>> {
  const ids = jobs.flatMap(({ id, deduplicationId }) => (deduplicationId === undefined ? [] : [id]));
  if (ids.length === 0) return new Set();
  const keys = [...new Set(jobs.flatMap(({ deduplicationId }) => deduplicationId ?? []))].toSorted();
  for (const key of keys) await client.query(`SELECT pg_advisory_xact_lock(hashtext('bullmq:dedup:' || $1 || ':' || $2))`, [queue.name, key]);
  const { rows } = await client.query(`
    SELECT j.id FROM ${queue.schema}.job j
      JOIN ${queue.schema}.dedup d ON d.queue = j.queue AND d.dedup_id = j.dedup_id AND d.job_id <> j.id
      JOIN ${queue.schema}.job o ON o.queue = d.queue AND o.id = d.job_id AND o.state NOT IN ('completed', 'failed')
     WHERE j.queue = $1 AND j.id = ANY($2::text[]) AND (d.expire_at_ms IS NULL OR d.expire_at_ms > $3::bigint)`, [queue.name, ids, queue.clock.now().getTime()]);
  return new Set(rows.map((row) => String(row['id'])));
}

/** Puts jobs that the guard let through back, and writes the records of it. */
export async function reenqueue(client: PgClientLike, queue: PostgresQueue, cleared: readonly ClearedOrder[], at: number): Promise<void> {
  const repaired = cleared.filter(({ order }) => order.repaired !== undefined);
  if (repaired.length > 0) {
    await client.query(`
      UPDATE ${queue.schema}.job j SET data = o.data::jsonb FROM unnest($2::text[], $3::text[]) AS o(id, data)
       WHERE j.queue = $1 AND j.id = o.id`, [queue.name, idsOf(repaired), repaired.map(({ order }) => Buffer.from(order.repaired ?? []).toString('utf8'))]);
  }
  const single = cleared.filter(({ order }) => order.attempts === 'single');
  if (single.length > 0) {
    await client.query(`UPDATE ${queue.schema}.job SET attempts_made = GREATEST(attempts_made, max_attempts - 1) WHERE queue = $1 AND id = ANY($2::text[])`, [queue.name, idsOf(single)]);
  }
  const parents = cleared.filter(({ job }) => job.children > 0);
  if (parents.length > 0) {
    // BullMQ defers a failure onto a parent that has failed already; it would kill the replay, though every child is done.
    await client.query(`UPDATE ${queue.schema}.job SET deferred_failure = NULL WHERE queue = $1 AND id = ANY($2::text[])`, [queue.name, idsOf(parents)]);
  }
  const { rows } = await client.query(`
    SELECT o.id, ${queue.schema}.reprocess_job($1, o.id, 'failed', o.lifo, o.reset, false) AS code
      FROM unnest($2::text[], $3::boolean[], $4::boolean[]) AS o(id, lifo, reset)`,
    [queue.name, idsOf(cleared), cleared.map(({ job }) => job.isLifo), cleared.map(({ order }) => order.attempts === 'full')]);
  const failed = rows.find((row) => Number(row['code']) !== 1);
  if (failed !== undefined) throw new Error(`reprocess_job answered ${String(failed['code'])} for job ${String(failed['id'])}`);
  await writeRecords(client, queue, cleared.map(({ order }) => replayKey(order.replayId)), at);
}

function idsOf(cleared: readonly ClearedOrder[]): readonly string[] {
  return cleared.map(({ order }) => order.messageId);
}
