import { createHash } from 'node:crypto';
import { parseJson } from '../../../core/json.ts';
import { toEpoch } from '../epoch.ts';
import type { Obstacle } from '../receipts.ts';
import { isStorable } from './storable.ts';
import { assertStillOurs } from './still-ours.ts';
import type { PostgresQueue } from './postgres-queue.ts';
import type { PgClientLike } from './pg-pool.ts';

/** The order's side of the fence. */
export interface FencedOrder {
  readonly messageId: string;
  readonly epoch: string;
  readonly original: Uint8Array;
}

/** What a locked job tells of itself. */
export interface LockedJob {
  readonly id: string;
  readonly state: string;
  readonly epoch: string;
  readonly digest: string;
  readonly isLifo: boolean;
  readonly deduplicationId: string | undefined;
  readonly hasParent: boolean;
  /** How a parent in a flow stands to it: waiting for it, failed by it; `undefined` where none does. */
  readonly parentStatus: string | undefined;
  readonly hasScheduler: boolean;
  /** Children of its own, and those among them that are unfinished or failed. */
  readonly children: number;
  readonly openChildren: number;
}

/**
 * Locks the jobs of a batch in the order of their ids, so that two batches never wait for each other crosswise, and
 * refuses a queue that is no longer the loaded bullmq's.
 */
export async function lockJobs(client: PgClientLike, queue: PostgresQueue, ids: readonly string[]): Promise<ReadonlyMap<string, LockedJob>> {
  const { rows } = await client.query(`
    SELECT j.id, j.state::text AS state, j.added_at_ms::text AS added, j.attempts_started::text AS started, COALESCE(j.finished_at_ms::text, '') AS finished,
           md5(j.data::text) AS digest, j.opts -> 'lifo' = 'true'::jsonb AS lifo, j.dedup_id, j.parent_id, j.scheduler_id,
           (SELECT d.status::text FROM ${queue.schema}.job_dependency d
             WHERE d.parent_queue = j.parent_queue AND d.parent_id = j.parent_id AND d.child_queue = j.queue AND d.child_id = j.id) AS parent_status,
           (SELECT count(*)::int FROM ${queue.schema}.job_dependency d WHERE d.parent_queue = j.queue AND d.parent_id = j.id) AS children,
           (SELECT count(*)::int FROM ${queue.schema}.job_dependency d
             WHERE d.parent_queue = j.queue AND d.parent_id = j.id AND d.status IN ('pending', 'failed')) AS open_children
      FROM ${queue.schema}.job j WHERE j.queue = $1 AND j.id = ANY($2::text[])
     ORDER BY j.id COLLATE "C" FOR UPDATE OF j`, [queue.name, ids]);
  await assertStillOurs(client, queue);
  return new Map(rows.map((row) => [String(row['id']), toLockedJob(row)]));
}

function toLockedJob(row: Readonly<Record<string, unknown>>): LockedJob {
  return {
    id: String(row['id']),
    state: String(row['state']),
    epoch: toEpoch({ timestamp: String(row['added']), attemptsStarted: String(row['started']), finishedOn: String(row['finished']) }),
    digest: String(row['digest']),
    isLifo: row['lifo'] === true,
    deduplicationId: typeof row['dedup_id'] === 'string' && row['dedup_id'] !== '' ? row['dedup_id'] : undefined,
    hasParent: typeof row['parent_id'] === 'string',
    parentStatus: typeof row['parent_status'] === 'string' ? row['parent_status'] : undefined,
    hasScheduler: typeof row['scheduler_id'] === 'string',
    children: Number(row['children']),
    openChildren: Number(row['open_children']),
  };
}

/** `undefined` while the job still is the dead letter that was read; else what it is instead. */
export async function movedSince(client: PgClientLike, queue: PostgresQueue, order: FencedOrder, job: LockedJob | undefined): Promise<Obstacle | undefined> {
  if (job === undefined) return 'missing';
  if (job.state !== 'failed') return 'left';
  if (job.epoch !== order.epoch) return 'epoch';
  if (job.digest === createHash('md5').update(order.original).digest('hex')) return undefined;
  if (order.original.byteLength === 0) return 'unread';
  return (await isSameJson(client, queue, order)) ? undefined : 'data';
}

/** jsonb keeps neither the order of keys nor blanks, so bodies that differ as text may be the same. */
async function isSameJson(client: PgClientLike, queue: PostgresQueue, { messageId, original }: FencedOrder): Promise<boolean> {
  const text = Buffer.from(original).toString('utf8');
  if (parseJson(original) === undefined || !isStorable(text)) return false;
  const { rows } = await client.query(`SELECT data = $3::jsonb AS same FROM ${queue.schema}.job WHERE queue = $1 AND id = $2`, [queue.name, messageId, text]);
  return rows[0]?.['same'] === true;
}
