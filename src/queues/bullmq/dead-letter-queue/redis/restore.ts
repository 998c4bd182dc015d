import type { RawLetter } from '../../../../core/dead-letter.ts';
import type { RemoveReceipt } from '../../../contract.ts';
import { fromEpoch } from '../../epoch.ts';
import { evaluate } from '../../redis/evaluate.ts';
import { digestOf } from '../../redis/replay.ts';
import { copyOf } from '../copy-letter.ts';
import { livingJob } from '../copy-receipts.ts';
import type { CopyQueue } from './copy-queue.ts';
import { COPY_RESTORE_SCRIPT } from './lua/restore.ts';
import { mainJobs } from './originals.ts';
import { toStoredHash } from './stored-hash.ts';

/** Puts copies back into the dead-letter queue as they were: hash, state, place and kept log lines. */
export async function restore(queue: CopyQueue, letters: readonly RawLetter[]): Promise<readonly RemoveReceipt[]> {
  const receipts: RemoveReceipt[] = [];
  for (const letter of letters) receipts.push(await restoreOne(queue, letter));
  return receipts;
}

async function restoreOne(queue: CopyQueue, letter: RawLetter): Promise<RemoveReceipt> {
  const { copies, add } = queue;
  if (letter.oversize !== undefined) return { kind: 'refused', why: 'its body was never read, so it is not in the archive' };
  const [job] = letter.unclear === undefined ? await mainJobs(queue, [letter.messageId]) : [];
  if (job !== undefined && job.state !== 'failed') return livingJob(job.state);
  const { fields, data, state, score } = toStoredHash(letter.headers);
  const { id, epoch } = copyOf(letter);
  const { keys } = copies;
  const setup = JSON.stringify({ copies: keys.of(''), hasPausedList: add.hasPausedList });
  const names = [keys.of('meta'), keys.of(`${id}:logs`), keys.keptLogs(id, fromEpoch(epoch).timestamp)];
  const values = [setup, id, epoch, digestOf(Buffer.from(data as string)), state, score, ...fields];
  const answer = await evaluate(copies, COPY_RESTORE_SCRIPT, names, values);
  if (answer !== 'done' && answer !== 'earlier') return { kind: 'superseded', why: 'another job of the dead-letter queue has its id now' };
  return { kind: 'done', at: copies.clock.now(), earlier: answer === 'earlier' };
}
