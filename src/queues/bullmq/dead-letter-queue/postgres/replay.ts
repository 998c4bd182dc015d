import { messageOf } from '../../../../core/errors.ts';
import type { ReplayOrder, ReplayReceipt } from '../../../contract.ts';
import { fromEpoch } from '../../epoch.ts';
import { isBadValue } from '../../postgres/pg-error.ts';
import type { PgClientLike } from '../../postgres/pg-pool.ts';
import { ensureRecords, recordsOf, replayKey } from '../../postgres/records.ts';
import { ownedElsewhere, reenqueue } from '../../postgres/replay.ts';
import { isStorableBody } from '../../postgres/storable.ts';
import { transaction } from '../../postgres/transaction.ts';
import { doneReceipt, replayObstacle } from '../../receipts.ts';
import { copyOf } from '../copy-letter.ts';
import { copyObstacle, livingJob, otherData, refusedCopy } from '../copy-receipts.ts';
import type { CopiedOriginal } from '../reading.ts';
import { sameJson } from '../same-json.ts';
import { addAnew, JobAppeared } from './add-anew.ts';
import type { CopyQueue } from './copy-queue.ts';
import { lockCopy, relationOf, type LockedCopy } from './locked-copy.ts';
import { noteAdded } from './added-records.ts';

/** How often an order is tried again because a job with its id appeared meanwhile. */
const TRIES = 5;

/** Replays copies, each in one transaction. A transaction whose end is unknown runs again; its record tells. */
export async function replay(queue: CopyQueue, orders: readonly ReplayOrder[]): Promise<readonly ReplayReceipt[]> {
  if (orders.length === 0) return [];
  await ensureRecords(queue.main);
  const receipts: ReplayReceipt[] = [];
  for (const order of orders) receipts.push(await replayOne(queue, order));
  return receipts;
}

async function replayOne(queue: CopyQueue, order: ReplayOrder): Promise<ReplayReceipt> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    try {
      return await transaction(queue.main.pool, queue.main.place, async (client) => replayIn(client, queue, order), (error) => isBadValue(error) || error instanceof JobAppeared);
    } catch (error) {
      if (isBadValue(error)) return replayObstacle('text', messageOf(error));
      if (!(error instanceof JobAppeared)) throw error;
    }
  }
  return { kind: 'superseded', why: 'the job that the copy was made of changes all the time' };
}

async function replayIn(client: PgClientLike, queue: CopyQueue, order: ReplayOrder): Promise<ReplayReceipt> {
  const copy = await lockCopy(client, queue, order);
  if (copy === undefined || copy.judgement.kind === 'other') {
    const record = (await recordsOf(client, queue.main, [replayKey(order.replayId)])).get(replayKey(order.replayId));
    return record === undefined ? copyObstacle(copy === undefined ? 'missing' : 'data') : doneReceipt(record.at, true);
  }
  if (copy.judgement.kind !== 'same') return refusedCopy(copy.judgement.why);
  return (await obstacleOf(client, queue, order, copy)) ?? (await putBack(client, queue, order, copy, copy.judgement.original));
}

async function obstacleOf(client: PgClientLike, { main }: CopyQueue, order: ReplayOrder, { job, known, lock }: LockedCopy): Promise<ReplayReceipt | undefined> {
  const relation = relationOf(lock);
  if (relation !== undefined) return copyObstacle(relation);
  if (!isStorableBody(order.repaired ?? order.original)) return replayObstacle('text');
  if (job === undefined) return undefined;
  if (job.state !== 'failed') return livingJob(job.state);
  if (!sameJson(known?.data ?? '', Buffer.from(order.original).toString('utf8'))) return otherData();
  if ((await ownedElsewhere(client, main, [job])).has(job.id)) return replayObstacle('owned');
  return job.openChildren > 0 ? replayObstacle('children') : undefined;
}

async function putBack(client: PgClientLike, queue: CopyQueue, order: ReplayOrder, { job }: LockedCopy, original: CopiedOriginal): Promise<ReplayReceipt> {
  const { main, copies } = queue;
  const at = main.clock.now().getTime();
  const { rows } = await client.query(`SELECT ${copies.schema}.remove($1, $2, false) AS removed`, [copies.name, copyOf(order).id]);
  if (Number(rows[0]?.['removed']) !== 1) return copyObstacle('left');
  if (job === undefined) await addAnew(client, main, order, original, at);
  else await reenqueue(client, main, [{ order, job }], at);
  await noteAdded(client, main, order.replayId, job === undefined ? String(original.addedAt?.getTime() ?? at) : fromEpoch(job.epoch).timestamp, at);
  return doneReceipt(String(at), false);
}
