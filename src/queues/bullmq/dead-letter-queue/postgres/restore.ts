import type { RawLetter } from '../../../../core/dead-letter.ts';
import type { RemoveReceipt } from '../../../contract.ts';
import { lockJobs } from '../../postgres/fence.ts';
import type { PgClientLike } from '../../postgres/pg-pool.ts';
import { ensureRecords } from '../../postgres/records.ts';
import { insert, restoreLogs } from '../../postgres/restore.ts';
import { assertStillOurs } from '../../postgres/still-ours.ts';
import { transaction } from '../../postgres/transaction.ts';
import { COPY_HEADERS } from '../copy-headers.ts';
import { copyOf } from '../copy-letter.ts';
import { livingJob } from '../copy-receipts.ts';
import type { CopyQueue } from './copy-queue.ts';
import { statementsOf, storedCopies } from './stored-row.ts';

/** Puts copies back into the dead-letter queue as they were: every column, and the kept log lines. */
export async function restore(queue: CopyQueue, letters: readonly RawLetter[]): Promise<readonly RemoveReceipt[]> {
  if (letters.length === 0) return [];
  await ensureRecords(queue.copies);
  const receipts: RemoveReceipt[] = [];
  for (const letter of letters) receipts.push(await transaction(queue.copies.pool, queue.copies.place, async (client) => restoreIn(client, queue, letter)));
  return receipts;
}

async function restoreIn(client: PgClientLike, queue: CopyQueue, letter: RawLetter): Promise<RemoveReceipt> {
  const { copies, main } = queue;
  if (letter.oversize !== undefined) return { kind: 'refused', why: 'its body was never read, so it is not in the archive' };
  await assertStillOurs(client, copies);
  const job = letter.unclear === undefined ? (await lockJobs(client, main, [letter.messageId])).get(letter.messageId) : undefined;
  if (job !== undefined && job.state !== 'failed') return livingJob(job.state);
  const { id, epoch } = copyOf(letter);
  const { [COPY_HEADERS.data]: data } = letter.headers;
  if (typeof data !== 'string') return { kind: 'refused', why: "the copy's data is not in the archive" };
  const stored: RawLetter = { ...letter, queue: copies.name, messageId: id, epoch, body: Buffer.from(data, 'utf8') };
  if (await insert(client, copies, stored)) {
    await restoreLogs(client, copies, stored);
    return { kind: 'done', at: copies.clock.now(), earlier: false };
  }
  const present = (await storedCopies(queue, statementsOf(client), [id])).get(id);
  const isSame = present?.epoch === epoch && present.headers[COPY_HEADERS.data] === data;
  return isSame ? { kind: 'done', at: copies.clock.now(), earlier: true } : { kind: 'superseded', why: 'another job of the dead-letter queue has its id now' };
}
