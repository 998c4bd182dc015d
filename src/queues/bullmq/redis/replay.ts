import { createHash } from 'node:crypto';
import type { ReplayOrder, ReplayReceipt } from '../../contract.ts';
import { chunksOf } from '../chunks.ts';
import { doneReceipt, replayObstacle, type Obstacle } from '../receipts.ts';
import { RECORD_LIFETIME } from '../record-lifetime.ts';
import { explainWaits } from '../relatives.ts';
import { evaluate } from './evaluate.ts';
import { ARGUMENTS_PER_ORDER, KEYS_PER_ORDER, replayScript } from './lua/replay.ts';
import type { RedisQueue } from './redis-queue.ts';
import { ID_MARK } from './queue-scripts.ts';
import { waits } from './relatives.ts';
import { readAll, toText } from './send.ts';

/** How often an order is sent again because its deduplication key changed hands meanwhile. */
const DEDUPLICATION_TRIES = 5;

/** The owner of a deduplication key, as it was when the order was written. Most orders have none. */
interface KnownOwner {
  readonly deduplicationId: string;
  readonly ownerId: string;
}

type Answer = readonly [code: string, detail?: string];

/**
 * Replays letters, up to 100 in one EVAL. An order whose reply is lost is sent again; the record that the script keeps
 * makes that harmless, so the answer is never "somebody else was faster" where it was this order itself.
 */
export async function replay(queue: RedisQueue, orders: readonly ReplayOrder[]): Promise<readonly ReplayReceipt[]> {
  const receipts: ReplayReceipt[] = [];
  for (const chunk of chunksOf(orders, (order) => order.original.byteLength + (order.repaired?.byteLength ?? 0))) {
    receipts.push(...(await replayChunk(queue, chunk)));
  }
  return receipts;
}

async function replayChunk(queue: RedisQueue, orders: readonly ReplayOrder[]): Promise<readonly ReplayReceipt[]> {
  const answers: Answer[] = [];
  let open = orders.map((_, index) => index);
  let owners: ReadonlyMap<number, KnownOwner> = new Map();
  for (let attempt = 0; open.length > 0 && attempt < DEDUPLICATION_TRIES; attempt += 1) {
    const replies = await ordered(queue, open.map((index) => [orders[index], owners.get(index)] as const));
    for (const [place, index] of open.entries()) answers[index] = replies[place] ?? ['script', 'no answer'];
    open = open.filter((index) => answers[index]?.[0] === 'deduplication');
    owners = await ownersOf(queue, open, answers);
  }
  return explainWaits(orders, orders.map((_, index) => toReceipt(answers[index])), async (ids) => waits(queue, ids));
}

async function ordered(queue: RedisQueue, orders: readonly (readonly [ReplayOrder | undefined, KnownOwner | undefined])[]): Promise<readonly Answer[]> {
  const { reprocess, keepsPriority } = queue.scripts;
  const keys: string[] = [...reprocess.keys];
  const values: (string | Buffer)[] = [JSON.stringify({
    keys: reprocess.keys, parameters: reprocess.parameters, mark: ID_MARK, keepsPriority,
    failed: queue.keys.of('failed'), events: queue.keys.of('events'),
    at: String(queue.clock.now().getTime()), lifetime: RECORD_LIFETIME,
    orderKeys: KEYS_PER_ORDER, orderArguments: ARGUMENTS_PER_ORDER,
  })];
  for (const [order, owner] of orders) {
    if (order === undefined) continue;
    keys.push(...keysOf(queue, order, owner));
    values.push(...valuesOf(order, owner));
  }
  return (await evaluate(queue, replayScript(reprocess.lua), keys, values)) as Answer[];
}

function keysOf({ keys }: RedisQueue, order: ReplayOrder, owner: KnownOwner | undefined): readonly string[] {
  const job = keys.of(order.messageId);
  return [
    job, keys.replayRecord(order.replayId), `${job}:dependencies`, `${job}:unsuccessful`,
    owner === undefined ? job : keys.of(`de:${owner.deduplicationId}`), owner === undefined ? job : keys.of(owner.ownerId),
  ];
}

function valuesOf(order: ReplayOrder, owner: KnownOwner | undefined): readonly (string | Buffer)[] {
  return [
    order.messageId, order.epoch, digestOf(order.original), order.original.byteLength === 0 ? '1' : '0', order.attempts,
    order.repaired === undefined ? '0' : '1', Buffer.from(order.repaired ?? []), owner?.deduplicationId ?? '', owner?.ownerId ?? '',
  ];
}

async function ownersOf(queue: RedisQueue, open: readonly number[], answers: readonly Answer[]): Promise<ReadonlyMap<number, KnownOwner>> {
  const ids = open.map((index) => answers[index]?.[1] ?? '');
  const replies = await readAll(queue.redis, queue.place, ids.map((id) => ['GET', queue.keys.of(`de:${id}`)]));
  return new Map(open.map((index, place) => [index, { deduplicationId: ids[place] ?? '', ownerId: toText(replies[place]) ?? '' }]));
}

function toReceipt(answer: Answer | undefined): ReplayReceipt {
  const [code, detail] = answer ?? ['script'];
  if (code === 'done' || code === 'earlier') return doneReceipt(detail ?? '0', code === 'earlier');
  if (code === 'deduplication') return replayObstacle('owned', 'its deduplication key changes hands all the time');
  return replayObstacle(code as Obstacle, detail);
}

/** SHA-1 as the script computes it of the data in Redis. */
export function digestOf(body: Uint8Array): string {
  return createHash('sha1').update(body).digest('hex');
}
