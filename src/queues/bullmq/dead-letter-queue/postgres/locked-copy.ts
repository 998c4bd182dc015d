import { lockJobs, type LockedJob } from '../../postgres/fence.ts';
import type { PgClientLike } from '../../postgres/pg-pool.ts';
import { copyOf } from '../copy-letter.ts';
import { judgeCopy, type CopyJudgement, type CopyOrder } from '../judge-copy.ts';
import { resolve } from '../resolve.ts';
import type { KnownOriginal } from '../stored-copy.ts';
import { unwrapCopy } from '../unwrap.ts';
import type { CopyQueue } from './copy-queue.ts';
import { knownOriginals, statementsOf, storedCopies } from './stored-row.ts';

/** A copy that an order is about, and the job that it was made of, both locked until the transaction ends. */
export interface LockedCopy {
  readonly judgement: CopyJudgement;
  readonly lock: LockedJob;
  readonly job: LockedJob | undefined;
  readonly known: KnownOriginal | undefined;
}

/** Locks a copy and its job, the copy first. `undefined` where the copy is gone or a worker has taken it. */
export async function lockCopy(client: PgClientLike, queue: CopyQueue, order: CopyOrder): Promise<LockedCopy | undefined> {
  const { id } = copyOf(order);
  const lock = (await lockJobs(client, queue.copies, [id])).get(id);
  const run = statementsOf(client);
  const copy = (await storedCopies(queue, run, [id])).get(id);
  if (lock === undefined || copy === undefined) return undefined;
  const reading = unwrapCopy(copy, queue.main.name, queue.unwrap);
  const jobId = reading.kind === 'original' ? reading.original.id : copy.id;
  const job = jobId === undefined ? undefined : (await lockJobs(client, queue.main, [jobId])).get(jobId);
  const [known] = await knownOriginals(queue, run, [job?.id]);
  return { judgement: judgeCopy(order, copy, resolve(copy, reading, known, queue.names), queue.main), lock, job, known };
}

/** What keeps a copy from being taken out of its queue. */
export function relationOf({ hasParent, hasScheduler, children }: LockedJob): 'relatives' | 'scheduler' | undefined {
  if (hasParent || children > 0) return 'relatives';
  return hasScheduler ? 'scheduler' : undefined;
}
