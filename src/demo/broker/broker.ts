import type { QueueStore } from '../queues/demo-queue.ts';

/** A job as producers add it. */
export interface NewJob {
  readonly id: string;
  readonly name: string;
  readonly data: unknown;
}

/** How a run of a job ended: `dead` after its last attempt. */
export interface JobEnd {
  readonly id: string;
  readonly kind: 'completed' | 'failed' | 'dead';
}

/** A queue with its worker. */
export interface RunningQueue {
  add(job: NewJob): Promise<void>;
  /** Calls `listener` after each run of a job. */
  onEnd(listener: (end: JobEnd) => void): void;
}

/** The store that BullMQ keeps the queues in. */
export interface Broker {
  /** For people, password masked. */
  readonly description: string;
  /** The same store as mendq's configuration names it. */
  readonly store: QueueStore;
  /** Opens a queue and starts its worker. Each job gets 5 attempts. */
  start(queue: string, process: (data: unknown) => Promise<void>): Promise<RunningQueue>;
  /** The payload of a job as it lies in the store. */
  storedPayload(queue: string, id: string): Promise<string | undefined>;
  /** Stops the workers and removes everything that the demo put into the store. */
  close(): Promise<void>;
}
