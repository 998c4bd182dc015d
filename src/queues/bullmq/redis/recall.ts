import type { RecallOrder, RecallReceipt } from '../../contract.ts';
import { chunksOf } from '../chunks.ts';
import { recallObstacle, type RecallObstacle } from '../recall-receipts.ts';
import { evaluate } from './evaluate.ts';
import { toStoredJob } from './job-hash.ts';
import { RECALL_SCRIPT } from './lua/recall.ts';
import type { RedisQueue } from './redis-queue.ts';
import { digestOf } from './replay.ts';

/** Takes replays back, each by one script, up to 100 of them on their way at once. A script whose reply was lost is sent again. */
export async function recall(queue: RedisQueue, orders: readonly RecallOrder[]): Promise<readonly RecallReceipt[]> {
  const receipts: RecallReceipt[] = [];
  for (const chunk of chunksOf(orders, ({ letter }) => letter.body.byteLength)) {
    receipts.push(...(await Promise.all(chunk.map(async (order) => recallOne(queue, order)))));
  }
  return receipts;
}

async function recallOne(queue: RedisQueue, { letter, replayId, repaired }: RecallOrder): Promise<RecallReceipt> {
  if (letter.oversize !== undefined) return recallObstacle('unread');
  const { fields, score } = toStoredJob(letter);
  const { of, replayRecord } = queue.keys;
  const job = of(letter.messageId);
  const keys = [of('failed'), job, replayRecord(replayId), `${job}:lock`, of('wait'), of('paused'), of('prioritized'), of('delayed')];
  const values = [letter.messageId, letter.epoch, digestOf(letter.body), digestOf(repaired ?? letter.body), score, ...fields];
  const answer = await evaluate(queue, RECALL_SCRIPT, keys, values);
  const [code, detail] = answer as [string, string?];
  if (code === 'done' || code === 'earlier') return { kind: 'done', at: queue.clock.now(), earlier: code === 'earlier' };
  return recallObstacle(code as RecallObstacle, detail);
}
