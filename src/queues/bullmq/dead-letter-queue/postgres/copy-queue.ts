import type { PostgresQueue } from '../../postgres/postgres-queue.ts';
import type { CopyNotes } from '../copy-notes.ts';
import type { Unwrap } from '../dead-letter-queue-options.ts';

/** A main queue and the dead-letter queue that the application keeps for it, as every operation takes them. */
export interface CopyQueue {
  /** Where the jobs came from and go back to. */
  readonly main: PostgresQueue;
  /** Where the application keeps its copies of them. */
  readonly copies: PostgresQueue;
  readonly unwrap: Unwrap | undefined;
  /** Job names that the configuration lists for the main queue. */
  readonly names: ReadonlySet<string>;
  readonly notes: CopyNotes;
}

/** SQL for the states of a copy that no worker has taken. */
export const UNTAKEN = "('waiting', 'delayed', 'failed')";
