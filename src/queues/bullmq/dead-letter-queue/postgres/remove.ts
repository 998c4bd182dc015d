import type { RemoveOrder, RemoveReceipt } from '../../../contract.ts';
import type { PgClientLike } from '../../postgres/pg-pool.ts';
import { ensureRecords, recordsOf, removeKey } from '../../postgres/records.ts';
import { removeOne } from '../../postgres/remove.ts';
import { transaction } from '../../postgres/transaction.ts';
import { doneReceipt } from '../../receipts.ts';
import { copyOf } from '../copy-letter.ts';
import { copyObstacle, refusedCopy } from '../copy-receipts.ts';
import type { CopyQueue } from './copy-queue.ts';
import { lockCopy, relationOf } from './locked-copy.ts';

/** Takes copies out of the dead-letter queue, each in a transaction and only while it still is the one that was read. The main queue is not touched. */
export async function remove(queue: CopyQueue, orders: readonly RemoveOrder[]): Promise<readonly RemoveReceipt[]> {
  if (orders.length === 0) return [];
  await ensureRecords(queue.copies);
  const receipts: RemoveReceipt[] = [];
  for (const order of orders) receipts.push(await transaction(queue.copies.pool, queue.copies.place, async (client) => removeIn(client, queue, order)));
  return receipts;
}

async function removeIn(client: PgClientLike, queue: CopyQueue, order: RemoveOrder): Promise<RemoveReceipt> {
  const { copies } = queue;
  const copy = await lockCopy(client, queue, order);
  if (copy?.judgement.kind === 'unread') return refusedCopy(copy.judgement.why);
  if (copy === undefined || copy.judgement.kind === 'other') {
    // The record counts only where the copy is gone: one that was restored can be removed again.
    const earlier = (await recordsOf(client, copies, [removeKey(order.removeId)])).get(removeKey(order.removeId));
    return earlier === undefined ? copyObstacle(copy === undefined ? 'missing' : 'data') : doneReceipt(earlier.at, true);
  }
  const relation = relationOf(copy.lock);
  if (relation !== undefined) return copyObstacle(relation);
  return removeOne(client, copies, { messageId: copyOf(order).id, removeId: order.removeId });
}
