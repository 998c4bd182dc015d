import type { Diagnosis } from '../core/diagnosis.ts';
import type { Operation } from '../core/operation.ts';
import type { Redactor, RedactorFor } from '../core/redactor.ts';
import type { Decision } from './decision.ts';

/**
 * The decision with texts that tell no value at a redacted place of its letter, neither of the payload as it died nor of
 * the repaired one. What carries it out (the payloads and their bytes) stays as it is.
 */
export function discreetDecision(decision: Decision, redactorFor: RedactorFor): Decision {
  const { inspected, diagnosis, plan, repaired, why } = decision;
  const redactor = redactorFor(inspected.letter, repaired);
  return {
    ...decision,
    diagnosis: discreetDiagnosis(diagnosis, redactor),
    plan: { ...plan, operations: discreetOperations(plan.operations, redactor) },
    why: redactor.text(why),
  };
}

/** A diagnosis whose texts tell no value at a redacted place. */
export function discreetDiagnosis(diagnosis: Diagnosis, { text }: Redactor): Diagnosis {
  return { ...diagnosis, why: text(diagnosis.why), evidence: diagnosis.evidence.map(({ source, fact }) => ({ source, fact: text(fact) })) };
}

/** Operations whose paths and parameters tell no value at a redacted place; a path may be made of keys that are data. */
export function discreetOperations(operations: readonly Operation[], { text, facts }: Redactor): readonly Operation[] {
  return operations.map((operation) => ({ ...operation, path: text(operation.path), ...(operation.with === undefined ? {} : { with: facts(operation.with) }) }));
}
