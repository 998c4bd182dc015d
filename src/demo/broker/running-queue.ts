import type { JobEnd, RunningQueue } from './broker.ts';

/** Attempts of every job. */
const ATTEMPTS = 5;

/** Milliseconds between two attempts; a real shop would wait longer. */
const BETWEEN_ATTEMPTS = 20;

/** Jobs that a worker runs at once: enough that no job waits for another to end. */
export const CONCURRENCY = 25;

/** What the demo reads of BullMQ's `Job`. */
interface AnyJob {
  readonly id?: string | undefined;
  readonly attemptsMade: number;
}

/** What the demo uses of BullMQ's `Queue`, on every backend. */
export interface AnyQueue {
  add(name: string, data: unknown, options: object): Promise<unknown>;
  close(): Promise<void>;
}

/** What the demo uses of BullMQ's `Worker`, on every backend. */
export interface AnyWorker {
  on(event: 'completed', listener: (job: AnyJob) => void): unknown;
  on(event: 'failed', listener: (job: AnyJob | undefined) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  close(): Promise<void>;
}

/** Joins a queue and its worker. */
export function runningQueue(queue: AnyQueue, worker: AnyWorker): RunningQueue {
  return {
    add: async ({ id, name, data }) => {
      await queue.add(name, data, { jobId: id, attempts: ATTEMPTS, backoff: { type: 'fixed', delay: BETWEEN_ATTEMPTS } });
    },
    onEnd: (listener) => {
      worker.on('completed', (job) => listener({ id: job.id ?? '', kind: 'completed' }));
      worker.on('failed', (job) => {
        if (job !== undefined) listener(failedEnd(job));
      });
    },
  };
}

function failedEnd(job: AnyJob): JobEnd {
  return { id: job.id ?? '', kind: job.attemptsMade >= ATTEMPTS ? 'dead' : 'failed' };
}
