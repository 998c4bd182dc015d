import type { Json } from '../core/json.ts';
import type { DecisionEntry } from '../ledger/contract.ts';
import { backoffDelay } from '../replay/replay.ts';
import type { Decision } from './decision.ts';
import { summaryOfRaw } from './letter-summary.ts';
import type { PassContext } from './pass-context.ts';

/** Stores decisions, one statement for all, and tells the application. Returns how many were stored. */
export async function storeDecisions(decisions: readonly Decision[], context: PassContext): Promise<number> {
  const now = context.clock.now();
  const entries = decisions.map((decision) => toEntry(decision, now, context));
  const stored = await context.ledger.decide(entries, now);
  for (const [index, decision] of decisions.entries()) {
    const entry = entries[index];
    if (stored[index] === true && entry !== undefined) tell(decision, entry, context);
  }
  return stored.filter(Boolean).length;
}

function toEntry(decision: Decision, now: Date, context: PassContext): DecisionEntry {
  const { inspected, diagnosis, plan, why, idempotencyKey } = decision;
  const waits = plan.verdict === 'retry' ? { hold: 'backoff' as const } : {};
  const delay = plan.verdict === 'retry' ? backoffDelay(inspected.letter.round, context.policy.backoff, context.clock.random(), diagnosis.retryAfterMilliseconds) : 0;
  const operations = plan.operations.map((operation): Json => `${operation.name} ${operation.path}`);
  return {
    id: inspected.letter.id,
    state: plan.verdict === 'escalate' ? 'escalated' : 'planned',
    why,
    ...(plan.verdict === 'escalate' ? {} : { dueAt: new Date(now.getTime() + delay), ...waits }),
    decision: {
      signatures: inspected.signatures,
      diagnosis,
      plan,
      // A validator that failed may work at the next pass: a revision that none has makes its letter be decided again.
      revision: inspected.schemaCheck.kind === 'failed' ? '' : inspected.jobType.revision,
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    },
    event: {
      type: 'decided',
      actor: 'mendq',
      detail: { verdict: plan.verdict, cause: diagnosis.cause, rule: diagnosis.rule, why, operations, proofs: [...plan.proofs], delayMilliseconds: delay },
    },
  };
}

function tell(decision: Decision, entry: DecisionEntry, context: PassContext): void {
  const { inspected, diagnosis, plan } = decision;
  const letter = summaryOfRaw(inspected.letter, inspected.letter.round, inspected.signatures.shape);
  context.emit('letter-decided', { letter, diagnosis, verdict: plan.verdict, operations: plan.operations, repaired: decision.repaired });
  if (entry.state === 'escalated') context.emit('letter-finished', { letter, outcome: 'escalated', why: decision.why });
  else if (entry.hold !== undefined && entry.dueAt !== undefined) {
    context.emit('letter-held', { letter, reason: entry.hold, why: diagnosis.why, until: entry.dueAt });
  }
}
