import type { RemoveOrder, RemoveReceipt } from '../../../contract.ts';
import { fromEpoch } from '../../epoch.ts';
import { doneReceipt } from '../../receipts.ts';
import { RECORD_LIFETIME } from '../../record-lifetime.ts';
import { evaluate } from '../../redis/evaluate.ts';
import { ID_MARK } from '../../redis/queue-scripts.ts';
import { copyOf } from '../copy-letter.ts';
import { copyObstacle, refusedCopy } from '../copy-receipts.ts';
import type { CopyQueue } from './copy-queue.ts';
import { copyRemoveScript } from './lua/remove.ts';
import { orderedCopies } from './ordered-copies.ts';

/** Takes copies out of the dead-letter queue, each only while it still is the one that was read. The main queue is not touched. */
export async function remove(queue: CopyQueue, orders: readonly RemoveOrder[]): Promise<readonly RemoveReceipt[]> {
  const copies = await orderedCopies(queue, orders);
  const receipts: RemoveReceipt[] = [];
  for (const [index, order] of orders.entries()) {
    const copy = copies[index];
    if (copy?.judgement.kind === 'unread') receipts.push(refusedCopy(copy.judgement.why));
    else receipts.push(await removeOne(queue, order, copy === undefined || copy.judgement.kind === 'other' ? '' : copy.digest));
  }
  return receipts;
}

async function removeOne({ copies, add }: CopyQueue, order: RemoveOrder, digest: string): Promise<RemoveReceipt> {
  const { keys, scripts } = copies;
  const { id, epoch } = copyOf(order);
  const setup = JSON.stringify({
    copies: keys.of(''), removeParameters: scripts.remove.parameters, mark: ID_MARK, hasPausedList: add.hasPausedList,
    at: String(copies.clock.now().getTime()), lifetime: RECORD_LIFETIME,
  });
  const names = [keys.of('meta'), keys.removeRecord(order.removeId), keys.of(`${id}:logs`), keys.keptLogs(id, fromEpoch(epoch).timestamp)];
  const [code = 'script', detail] = (await evaluate(copies, copyRemoveScript(scripts.remove.lua), names, [setup, id, epoch, digest])) as string[];
  return code === 'done' || code === 'earlier' ? doneReceipt(detail ?? '0', code === 'earlier') : copyObstacle(code, detail);
}

