import type { Json, JsonObject } from '../core/json.ts';
import type { Redactor } from '../core/redactor.ts';
import type { AuditEvent } from '../ledger/audit-event.ts';
import type { LetterRecord } from '../ledger/contract.ts';
import { discreetDiagnosis, discreetOperations } from '../pass/discreet-decision.ts';

/** Details of events that are no texts about a letter: where something is, when, under which id. */
const TECHNICAL: ReadonlySet<string> = new Set(['location', 'bodyHash', 'replayId', 'removeId', 'until', 'outcome', 'receipt', 'verdict', 'cause', 'rule', 'owner', 'round']);

/**
 * The record as reports give it: every text about the letter redacted, also one that an earlier configuration or release
 * has stored. The bodies stay as they are.
 */
export function presentedRecord(record: LetterRecord, redactor: Redactor): LetterRecord {
  const { letter, decision, why } = record;
  const { reason, stack, at } = letter.failure;
  return {
    ...record,
    why: redactor.text(why),
    letter: { ...letter, headers: redactor.facts(letter.headers) as JsonObject, failure: { reason: redactor.text(reason), stack: stack.map(redactor.text), at } },
    ...(decision === undefined ? {} : { decision: presentedDecision(decision, redactor) }),
  };
}

function presentedDecision(decision: NonNullable<LetterRecord['decision']>, redactor: Redactor): NonNullable<LetterRecord['decision']> {
  const { diagnosis, plan, idempotencyKey } = decision;
  return {
    ...decision,
    diagnosis: discreetDiagnosis(diagnosis, redactor),
    plan: { ...plan, operations: discreetOperations(plan.operations, redactor) },
    ...(idempotencyKey === undefined ? {} : { idempotencyKey: redactor.text(idempotencyKey) }),
  };
}

/** The events as reports give them. Their hashes are those of the stored ones. */
export function presentedEvents(events: readonly AuditEvent[], redactor: Redactor): readonly AuditEvent[] {
  return events.map((event) => {
    const detail = Object.entries(event.detail).map(([key, value]): [string, Json] => [key, TECHNICAL.has(key) ? value : redactor.facts(value)]);
    return { ...event, detail: Object.fromEntries(detail) };
  });
}
