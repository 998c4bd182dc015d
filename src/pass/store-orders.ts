import type { JsonObject } from '../core/json.ts';
import { parseJson } from '../core/json.ts';
import type { PersonOrder } from '../core/plan.ts';
import type { DecisionEntry, LetterRecord, RecordedDecision } from '../ledger/contract.ts';
import { summaryOf } from './letter-summary.ts';
import type { PassContext } from './pass-context.ts';
import { redactorOf } from './redactor-of.ts';

/** What a person decided of a letter. Its plan names the order. */
export interface OrderedLetter {
  readonly record: LetterRecord;
  readonly decision: RecordedDecision & { readonly plan: { readonly order: PersonOrder } };
  readonly why: string;
  /** Further facts for the audit; nothing in them may have to be hidden. */
  readonly detail?: JsonObject;
}

/**
 * Stores what a person decided, due now, with the person as the actor, and tells the application. Returns, by index,
 * whether it was stored: not where the letter has moved on or another process has it in hand.
 */
export async function storeOrders(orders: readonly OrderedLetter[], context: PassContext): Promise<readonly boolean[]> {
  if (orders.length === 0) return [];
  const now = context.clock.now();
  const stored = await context.ledger.decide(orders.map((order) => toEntry(order, now, context)), now);
  for (const [index, { record, decision }] of orders.entries()) {
    if (stored[index] !== true) continue;
    const { diagnosis, plan } = decision;
    const repaired = plan.body === undefined ? undefined : parseJson(plan.body);
    context.emit('letter-decided', { letter: summaryOf({ ...record, decision }), diagnosis, verdict: plan.verdict, operations: plan.operations, repaired });
  }
  return stored;
}

function toEntry({ record, decision, why: said, detail }: OrderedLetter, now: Date, { redactorFor }: PassContext): DecisionEntry {
  // A person's reason may quote the payload.
  const why = redactorOf({ ...record, decision }, redactorFor).text(said);
  const { verdict, order, proofs } = decision.plan;
  const { cause, rule } = decision.diagnosis;
  const facts = { verdict, scope: order.scope, was: record.state, cause, rule, why, proofs: [...proofs], ...detail };
  return { id: record.id, state: 'planned', dueAt: now, why, decision, event: { type: 'decided', actor: order.by, detail: facts } };
}
