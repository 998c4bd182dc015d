import { digestOf } from '../../redis/replay.ts';
import { copyOf } from '../copy-letter.ts';
import { judgeCopy, type CopyJudgement, type CopyOrder } from '../judge-copy.ts';
import type { Reading } from '../reading.ts';
import { resolve } from '../resolve.ts';
import { unwrapCopy } from '../unwrap.ts';
import type { CopyQueue } from './copy-queue.ts';
import { loadAll } from './load.ts';
import { mainJobs, toKnownOriginal, type MainJob } from './originals.ts';

/** A copy that an order is about, at the moment of looking. */
export interface OrderedCopy {
  readonly judgement: CopyJudgement;
  /** Of its data as it lies in the queue. */
  readonly digest: string;
  /** The job that it was made of, where that still is in the main queue. */
  readonly job: MainJob | undefined;
}

/** Looks at the copies of orders, and at the jobs that they were made of. `undefined` where the copy is gone. */
export async function orderedCopies(queue: CopyQueue, orders: readonly CopyOrder[]): Promise<readonly (OrderedCopy | undefined)[]> {
  const { main, unwrap, names } = queue;
  const copies = await loadAll(queue, orders.map((order) => copyOf(order).id));
  const readings = copies.map((copy): Reading => (copy === undefined ? { kind: 'elsewhere' } : unwrapCopy(copy, main.name, unwrap)));
  const jobs = await mainJobs(queue, readings.map((reading, index) => jobIdOf(reading, copies[index]?.id)));
  return orders.map((order, index) => {
    const copy = copies[index];
    if (copy === undefined) return undefined;
    const reading = resolve(copy, readings[index] ?? { kind: 'elsewhere' }, toKnownOriginal(jobs[index]), names);
    return { judgement: judgeCopy(order, copy, reading, main), digest: digestOf(copy.data), job: jobs[index] };
  });
}

function jobIdOf(reading: Reading, copyId: string | undefined): string | undefined {
  if (reading.kind === 'original') return reading.original.id;
  return reading.kind === 'bare' ? copyId : undefined;
}
