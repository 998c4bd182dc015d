import type { JobType } from '../../src/core/job-type.ts';
import type { QueueDefinition } from '../../src/queues/contract.ts';

/** An effect that a worker left behind. */
export interface Effect {
  readonly key: string;
  readonly jobId: string;
  readonly payload: unknown;
}

/** Where a message of the scenario is now. */
export type Whereabouts = 'completed' | 'failed' | 'waiting' | 'gone';

/** A broker with a worker and a database that counts effects, on disk or on a server: it survives the process. */
export interface World {
  readonly queue: QueueDefinition;
  /** The ledger's location for this world. */
  readonly ledger: string;
  /** Publishes jobs that are not there yet. */
  publish(jobs: readonly { readonly jobId: string; readonly payload: unknown }[]): Promise<void>;
  /** Runs a worker until nothing is waiting. With `outage` the other side is down, and jobs die. */
  work(outage: boolean): Promise<void>;
  effects(): Promise<readonly Effect[]>;
  whereabouts(jobIds: readonly string[]): Promise<readonly Whereabouts[]>;
  close(): Promise<void>;
}

export type Fulfilled = NonNullable<JobType['fulfilledMany']>;

/** What an outage throws: nothing was sent, so that repeating it is safe. */
export function connectionRefused(): Error {
  return Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:9'), { code: 'ECONNREFUSED', errno: -111, syscall: 'connect', address: '127.0.0.1', port: 9 });
}

/** The application's own error for a file without content. */
export class EmptyFileError extends Error {
  override readonly name = 'EmptyFileError';
}
