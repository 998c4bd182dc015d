import type { RawLetter } from '../../../core/dead-letter.ts';
import type { RemoveReceipt } from '../../contract.ts';
import { fromEpoch } from '../epoch.ts';
import { evaluate } from './evaluate.ts';
import { toStoredJob } from './job-hash.ts';
import { RESTORE_SCRIPT } from './lua/restore.ts';
import type { RedisQueue } from './redis-queue.ts';
import { digestOf } from './replay.ts';

/** Puts letters back as the dead letters they were: hash, place in the failed set and kept log lines. Nothing runs by it. */
export async function restore(queue: RedisQueue, letters: readonly RawLetter[]): Promise<readonly RemoveReceipt[]> {
  const receipts: RemoveReceipt[] = [];
  for (const letter of letters) receipts.push(await restoreOne(queue, letter));
  return receipts;
}

async function restoreOne(queue: RedisQueue, letter: RawLetter): Promise<RemoveReceipt> {
  if (letter.oversize !== undefined) return { kind: 'refused', why: 'its body was never read, so it is not in the archive' };
  const { fields, score } = toStoredJob(letter);
  const job = queue.keys.of(letter.messageId);
  const keys = [queue.keys.of('failed'), job, `${job}:logs`, queue.keys.keptLogs(letter.messageId, fromEpoch(letter.epoch).timestamp)];
  const values = [letter.messageId, letter.epoch, digestOf(letter.body), score, ...fields];
  const answer = await evaluate(queue, RESTORE_SCRIPT, keys, values);
  if (answer !== 'done' && answer !== 'earlier') return { kind: 'superseded', why: 'another message has its id now' };
  return { kind: 'done', at: queue.clock.now(), earlier: answer === 'earlier' };
}
