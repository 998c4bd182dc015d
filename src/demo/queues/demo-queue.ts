import type { Json, Outcome, QueueDefinition, Verdict } from '../../index.ts';
import type { BullmqPostgresOptions, BullmqRedisOptions } from '../../queues/bullmq/index.ts';

/** Where BullMQ keeps the queues, as `bullmq()` of `mendq/bullmq` takes it. */
export type QueueStore =
  | Required<Pick<BullmqRedisOptions, 'connection' | 'prefix' | 'bullmq'>>
  | Required<Pick<BullmqPostgresOptions, 'postgres' | 'bullmq'>>;

/** A job that is going to die, with what the demo expects of mendq. */
export interface DemoLetter {
  /** BullMQ's job id. */
  readonly id: string;
  readonly payload: Json;
  readonly expected: { readonly verdict: Verdict; readonly outcome: Outcome };
}

/** A queue of the shop: its worker's code, what mendq is told of it, and the jobs that die in it. */
export interface DemoQueue {
  readonly name: string;
  /** The name of its jobs. */
  readonly job: string;
  /** What the worker does. Knows nothing of mendq. */
  process(data: unknown): Promise<void>;
  /** The queue in mendq's configuration. */
  healedBy(store: QueueStore): QueueDefinition;
  readonly letters: readonly DemoLetter[];
  /** Jobs that succeed before the others are added. */
  readonly healthy?: readonly Pick<DemoLetter, 'id' | 'payload'>[];
}

export const REPAIRED = { verdict: 'repair', outcome: 'healed' } as const;
export const RETRIED = { verdict: 'retry', outcome: 'healed' } as const;
/** Could be repaired; asked right before the replay, the business database says that the work is done. */
export const DONE_BEFORE = { verdict: 'repair', outcome: 'settled' } as const;
export const DISCARDED = { verdict: 'discard', outcome: 'discarded' } as const;
export const ESCALATED = { verdict: 'escalate', outcome: 'escalated' } as const;
