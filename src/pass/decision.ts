import type { Diagnosis, Verdict } from '../core/diagnosis.ts';
import type { InspectedLetter } from '../core/inspected-letter.ts';
import type { Json } from '../core/json.ts';
import type { Operation } from '../core/operation.ts';
import type { Plan } from '../core/plan.ts';
import type { RepairResult } from '../repair/repair.ts';
import { workKeyOf } from './work-key.ts';

/** One letter with everything that was decided about it. */
export interface Decision {
  readonly inspected: InspectedLetter;
  readonly diagnosis: Diagnosis;
  readonly plan: Plan;
  /** The repaired payload, for `repair`. */
  readonly repaired?: Json;
  readonly idempotencyKey?: string;
  /** The reason for the verdict, in one sentence. */
  readonly why: string;
}

const VERDICTS: Readonly<Record<Diagnosis['cause'], Verdict>> = {
  transient: 'retry',
  malformed: 'repair',
  'already-done': 'settle',
  hopeless: 'discard',
  defect: 'escalate',
  unknown: 'escalate',
};

/** Turns a diagnosis, and for malformed letters the result of the repair, into a verdict with its plan. */
export function toDecision(inspected: InspectedLetter, diagnosis: Diagnosis, repair: RepairResult | undefined): Decision {
  const verdict = VERDICTS[diagnosis.cause];
  if (inspected.letter.oversize !== undefined) {
    return escalated(inspected, diagnosis, `its body of ${inspected.letter.oversize} bytes is above the reading limit`);
  }
  if (verdict !== 'repair') return withKey({ inspected, diagnosis, plan: planOf(verdict, []), why: diagnosis.why });
  if (repair?.kind !== 'repaired') {
    const known = new Set(diagnosis.evidence.map(({ fact }) => fact));
    const evidence = [...diagnosis.evidence, ...(repair?.evidence ?? []).filter(({ fact }) => !known.has(fact))];
    return escalated(inspected, { ...diagnosis, evidence }, repair?.why ?? 'no repair was planned');
  }
  const { operations, body, proofs, payload } = repair;
  const plan: Plan = { verdict, operations, body, proofs, attempts: 'single' };
  return withKey({ inspected, diagnosis, plan, repaired: payload, why: diagnosis.why });
}

function planOf(verdict: Verdict, operations: readonly Operation[]): Plan {
  return { verdict, operations, attempts: verdict === 'retry' ? 'full' : 'single', proofs: [] };
}

function escalated(inspected: InspectedLetter, diagnosis: Diagnosis, why: string): Decision {
  return { inspected, diagnosis, plan: planOf('escalate', []), why };
}

/** Names the piece of work, from the payload that will run. */
function withKey(decision: Decision): Decision {
  const { letter, jobType } = decision.inspected;
  const { verdict } = decision.plan;
  if (verdict === 'discard' || verdict === 'escalate') return decision;
  const named = workKeyOf(jobType, letter, decision.repaired ?? letter.payload);
  if (named.kind === 'problem') return escalated(decision.inspected, decision.diagnosis, named.why);
  return named.key === undefined ? decision : { ...decision, idempotencyKey: named.key };
}
