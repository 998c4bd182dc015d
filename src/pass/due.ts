import type { LetterId } from '../core/dead-letter.ts';
import type { GroupRecord, LetterRecord, Lease } from '../ledger/contract.ts';
import type { Remedy } from '../core/remedy.ts';
import { allowanceOf } from '../replay/replay.ts';
import type { QueueAdapter } from '../queues/contract.ts';
import type { GuardContext } from '../guard/guard.ts';
import { judgeGroups } from './after-outcomes.ts';
import { newLease, type PassContext } from './pass-context.ts';

/** Letters acted on at once: one script on Redis replays as many. */
const BATCH = 100;

/** A batch of due letters, leased to this process, with what the guard needs to know of their groups. */
export interface DueBatch {
  readonly records: readonly LetterRecord[];
  readonly lease: Lease;
  readonly guardContext: GuardContext;
}

/**
 * Takes the letters that are due now (of those with `ids`, where given) batch by batch, until none is left or the pass is
 * told to stop. What falls due meanwhile is left to the next pass: letters that are held again and again would keep this
 * one from ending.
 */
export async function* dueLetters(queue: QueueAdapter, context: PassContext, ids?: readonly LetterId[]): AsyncGenerator<DueBatch> {
  const now = context.clock.now();
  while (!context.signal.aborted) {
    const lease = newLease(context);
    const records = await context.ledger.take({ queue: queue.name, now, limit: BATCH, lease, ...(ids === undefined ? {} : { ids }) });
    if (records.length === 0) return;
    yield { records, lease, guardContext: await guardContextFor(records, queue, lease, context) };
  }
}

async function guardContextFor(records: readonly LetterRecord[], queue: QueueAdapter, lease: Lease, context: PassContext): Promise<GuardContext> {
  const signatures = [...new Set(records.flatMap((record) => record.decision?.signatures.shape ?? []))];
  // A letter may have returned while the queue was read; its outcome counts before the next of its group is let go.
  await judgeGroups(signatures, context);
  const groups = new Map<string, GroupRecord>((await context.ledger.groups(signatures)).map((group) => [group.signature, group]));
  const remedies = new Map<string, Remedy>((await context.ledger.remedies(signatures)).map((remedy) => [remedy.signature, remedy]));
  const { ledger, jobTypeOf, askFulfilment, policy } = context;
  const now = context.clock.now();
  return {
    ledger,
    queue: queue.name,
    jobTypeOf,
    askFulfilment,
    policy,
    groups,
    lease,
    now,
    allowanceOf: ({ decision }) => {
      if (decision === undefined) return 0;
      const { shape } = decision.signatures;
      return allowanceOf(groups.get(shape), decision.plan, remedies.get(shape), policy, now);
    },
  };
}
