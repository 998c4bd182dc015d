import type { ArchiveStore } from '../archive/contract.ts';
import type { Clock } from '../core/clock.ts';
import type { Emit } from '../core/events.ts';
import type { AskFulfilment } from '../core/fulfilment.ts';
import type { JobType } from '../core/job-type.ts';
import type { Policy } from '../core/policy.ts';
import type { RedactorFor } from '../core/redactor.ts';
import type { Lease, Ledger } from '../ledger/contract.ts';
import type { QueueAdapter } from '../queues/contract.ts';

/** Everything a pass works with. Opened by `createMendq`, or put together by a test. */
export interface PassContext {
  readonly ledger: Ledger;
  readonly queues: readonly QueueAdapter[];
  readonly store: ArchiveStore;
  readonly jobTypeOf: (queue: string, name: string) => JobType;
  readonly askFulfilment: AskFulfilment;
  /** Hides what no output may show; every text that is stored or told of a letter passes through it. */
  readonly redactorFor: RedactorFor;
  readonly policy: Policy;
  readonly clock: Clock;
  readonly emit: Emit;
  /** Names this process in leases; unique among all that share the ledger. */
  readonly owner: string;
  /** When aborted, the pass finishes the letters in hand and stops. */
  readonly signal: AbortSignal;
}

/** The part of it that deciding uses: no queue, and of the ledger only what has been proved before. */
export type DecisionContext = Pick<PassContext, 'jobTypeOf' | 'askFulfilment' | 'redactorFor' | 'policy' | 'clock'> & { readonly ledger: Pick<Ledger, 'remedies'> };

/** A lease of this process from now on. */
export function newLease(context: PassContext): Lease {
  return { owner: context.owner, until: new Date(context.clock.now().getTime() + context.policy.lease) };
}
