import type { JsonObject } from '../../../core/json.ts';

/** A job of the application's own dead-letter queue, as `unwrap` gets it. A fresh copy each time. */
export interface CopiedJob {
  readonly id: string;
  readonly name: string;
  /** The parsed data. */
  readonly data: unknown;
  readonly opts: JsonObject;
  /** When the copy was added, in milliseconds. */
  readonly timestamp: number;
}

/** The job that a copy was made of. What is absent is unknown. */
export interface UnwrappedLetter {
  /** The job's id in its main queue. A copy that names none goes to a person: nobody can tell whether that job still is there. */
  readonly id?: string;
  /** The job's main queue; where it is another queue, the copy is left alone. */
  readonly queue?: string;
  /** The job's name. */
  readonly name: string;
  /** The job's data, as it has to be in the main queue. */
  readonly data: unknown;
  /** The job's options. Attempts, backoff, priority, lifo, removeOnComplete and removeOnFail count where the job has to be added anew. */
  readonly options?: object;
  readonly failedReason?: string;
  /** One text, or one an attempt, oldest first. */
  readonly stacktrace?: string | readonly string[];
  readonly attemptsMade?: number;
  /** When the last attempt failed; a number counts milliseconds. */
  readonly failedAt?: Date | number | string;
}

/**
 * Takes a copy apart. A pure function: it is asked again before each replay. `undefined` says that the job is no letter
 * of this queue, and it is left alone. Where it throws, the letter goes to a person with the reason.
 */
export type Unwrap = (job: CopiedJob) => UnwrappedLetter | undefined;

/** A dead-letter queue of the application's own. */
export interface DeadLetterQueueOptions {
  /** The queue's name, as the application's workers write it. No worker may take its jobs. */
  readonly name: string;
  /** @defaultValue the shapes that applications usually write */
  readonly unwrap?: Unwrap;
  /** Key prefix of the dead-letter queue, in Redis. @defaultValue the main queue's prefix */
  readonly prefix?: string;
}
