import type { RawLetter } from '../../../core/dead-letter.ts';
import type { RecallOrder, RecallReceipt } from '../../contract.ts';
import { chunksOf } from '../chunks.ts';
import { fromEpoch } from '../epoch.ts';
import { recallObstacle, type RecallObstacle } from '../recall-receipts.ts';
import { lockJobs, movedSince, type LockedJob } from './fence.ts';
import { quoted } from './job-table.ts';
import type { PostgresQueue } from './postgres-queue.ts';
import type { PgClientLike } from './pg-pool.ts';
import { dropRecords, ensureRecords, recordsOf, replayKey, type PgRecord } from './records.ts';
import { transaction } from './transaction.ts';

/** Columns that putting a job back may change; every other column is left as it is now. */
const CHANGED: ReadonlySet<string> = new Set([
  'state', 'seq', 'data', 'attempts_made', 'failed_reason', 'stacktrace', 'return_value', 'process_at_ms', 'processed_at_ms', 'finished_at_ms',
]);

/** Takes replays back, up to 100 in one transaction. A transaction whose end is unknown runs again and finds what it did. */
export async function recall(queue: PostgresQueue, orders: readonly RecallOrder[]): Promise<readonly RecallReceipt[]> {
  if (orders.length === 0) return [];
  await ensureRecords(queue);
  const receipts: RecallReceipt[] = [];
  for (const chunk of chunksOf(orders, ({ letter }) => letter.body.byteLength)) {
    receipts.push(...(await transaction(queue.pool, queue.place, async (client) => recallIn(client, queue, chunk))));
  }
  return receipts;
}

async function recallIn(client: PgClientLike, queue: PostgresQueue, orders: readonly RecallOrder[]): Promise<readonly RecallReceipt[]> {
  const jobs = await lockJobs(client, queue, orders.map(({ letter }) => letter.messageId));
  const records = await recordsOf(client, queue, orders.map(({ replayId }) => replayKey(replayId)));
  const done = new Set<string>();
  const receipts: RecallReceipt[] = [];
  for (const order of orders) {
    const { letter, replayId } = order;
    const job = jobs.get(letter.messageId);
    const earlier = done.has(letter.messageId) || (await movedSince(client, queue, { ...letter, original: letter.body }, job)) === undefined;
    const obstacle = earlier ? undefined : await obstacleOf(client, queue, order, job, records.get(replayKey(replayId)));
    if (!earlier && obstacle === undefined) await putBack(client, queue, letter);
    if (obstacle === undefined) {
      done.add(letter.messageId);
      await dropRecords(client, queue, [replayKey(replayId)]);
    }
    receipts.push(obstacle === undefined ? { kind: 'done', at: queue.clock.now(), earlier } : recallObstacle(obstacle));
  }
  return receipts;
}

async function obstacleOf(
  client: PgClientLike,
  queue: PostgresQueue,
  { letter, repaired }: RecallOrder,
  job: LockedJob | undefined,
  record: PgRecord | undefined,
): Promise<RecallObstacle | undefined> {
  if (letter.oversize !== undefined) return 'unread';
  if (job === undefined) return 'missing';
  if (record === undefined) return 'foreign';
  const [before, now] = [fromEpoch(letter.epoch), fromEpoch(job.epoch)];
  if (before.timestamp !== now.timestamp || now.finishedOn !== '') return 'epoch';
  if (job.state !== 'waiting' && job.state !== 'delayed') return 'started';
  if (before.attemptsStarted !== now.attemptsStarted) return 'epoch';
  if (!(await holds(client, queue, letter.messageId, repaired ?? letter.body))) return 'data';
  return job.hasParent ? 'relatives' : undefined;
}

async function holds(client: PgClientLike, queue: PostgresQueue, id: string, body: Uint8Array): Promise<boolean> {
  const { rows } = await client.query(`SELECT data = $3::jsonb AS same FROM ${queue.schema}.job WHERE queue = $1 AND id = $2`, [queue.name, id, Buffer.from(body).toString('utf8')]);
  return rows[0]?.['same'] === true;
}

async function putBack(client: PgClientLike, queue: PostgresQueue, letter: RawLetter): Promise<void> {
  const columns = queue.columns.filter(({ name }) => CHANGED.has(name) && (name === 'data' || name in letter.headers));
  const values = columns.map(({ name }) => (name === 'data' ? Buffer.from(letter.body).toString('utf8') : letter.headers[name]));
  const assignments = columns.map(({ name, type }, index) => `${quoted(name)} = $${index + 3}::text::${type}`);
  await client.query(`UPDATE ${queue.schema}.job SET ${assignments.join(', ')} WHERE queue = $1 AND id = $2`, [queue.name, letter.messageId, ...values]);
}
