import type { RedisQueue } from '../../redis/redis-queue.ts';
import type { Unwrap } from '../dead-letter-queue-options.ts';
import type { AddScripts } from './add-scripts.ts';
import type { CopyIndex } from './copy-index.ts';

/** A main queue and the dead-letter queue that the application keeps for it, as every operation takes them. */
export interface CopyQueue {
  /** Where the jobs came from and go back to. */
  readonly main: RedisQueue;
  /** Where the application keeps its copies of them. */
  readonly copies: RedisQueue;
  readonly unwrap: Unwrap | undefined;
  /** Job names that the configuration lists for the main queue. */
  readonly names: ReadonlySet<string>;
  readonly add: AddScripts;
  readonly index: CopyIndex;
}
