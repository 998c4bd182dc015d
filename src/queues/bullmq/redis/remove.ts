import type { RemoveOrder, RemoveReceipt } from '../../contract.ts';
import { chunksOf } from '../chunks.ts';
import { fromEpoch } from '../epoch.ts';
import { doneReceipt, obstacleReceipt, type Obstacle } from '../receipts.ts';
import { RECORD_LIFETIME } from '../record-lifetime.ts';
import { evaluate } from './evaluate.ts';
import { REMOVE_ARGUMENTS, REMOVE_KEYS, removeScript } from './lua/remove.ts';
import type { RedisQueue } from './redis-queue.ts';
import { ID_MARK } from './queue-scripts.ts';
import { digestOf } from './replay.ts';
import { readAll, toText } from './send.ts';

/** Removes letters, up to 100 in one EVAL, each only while it still is the dead letter that was read. */
export async function remove(queue: RedisQueue, orders: readonly RemoveOrder[]): Promise<readonly RemoveReceipt[]> {
  const receipts: RemoveReceipt[] = [];
  for (const chunk of chunksOf(orders, (order) => order.original.byteLength)) {
    const answers = await removeChunk(queue, chunk);
    receipts.push(...chunk.map((_, index) => toReceipt(answers[index])));
  }
  return receipts;
}

async function removeChunk(queue: RedisQueue, orders: readonly RemoveOrder[]): Promise<readonly (readonly string[])[]> {
  const { remove: script } = queue.scripts;
  const setup = JSON.stringify({
    parameters: script.parameters, mark: ID_MARK, failed: queue.keys.of('failed'),
    at: String(queue.clock.now().getTime()), lifetime: RECORD_LIFETIME,
    orderKeys: REMOVE_KEYS, orderArguments: REMOVE_ARGUMENTS,
  });
  const parents = (await readAll(queue.redis, queue.place, orders.map(({ messageId }) => ['HGET', queue.keys.of(messageId), 'parentKey']))).map((reply) => toText(reply) ?? '');
  const keys = [queue.keys.of('failed'), queue.keys.of('repeat'), ...orders.flatMap((order, index) => keysOf(queue, order, parents[index] ?? ''))];
  const values = orders.flatMap((order, index) => [
    order.messageId, order.epoch, digestOf(order.original), order.original.byteLength === 0 ? '1' : '0', parents[index] ?? '',
  ]);
  return (await evaluate(queue, removeScript(script.lua), keys, [setup, ...values])) as string[][];
}

function keysOf({ keys }: RedisQueue, order: RemoveOrder, parent: string): readonly string[] {
  const job = keys.of(order.messageId);
  return [
    job, keys.removeRecord(order.removeId), `${job}:dependencies`, `${job}:processed`, `${job}:failed`, `${job}:unsuccessful`,
    `${job}:logs`, keys.keptLogs(order.messageId, fromEpoch(order.epoch).timestamp),
    parent === '' ? job : `${parent}:dependencies`, parent === '' ? job : `${parent}:unsuccessful`,
  ];
}

function toReceipt(answer: readonly string[] | undefined): RemoveReceipt {
  const [code = 'script', detail] = answer ?? [];
  return code === 'done' || code === 'earlier' ? doneReceipt(detail ?? '0', code === 'earlier') : obstacleReceipt(code as Obstacle, detail);
}
