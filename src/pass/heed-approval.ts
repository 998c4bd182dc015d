import type { Remedy } from '../core/remedy.ts';
import type { Decision } from './decision.ts';

/**
 * The decision as a person's approval makes it: letters of a kind that a person has called hopeless are discarded where
 * mendq itself would leave them to a person. What mendq can decide by itself stays decided so.
 */
export function heedApproval(decision: Decision, remedy: Remedy | undefined): Decision {
  if (decision.plan.verdict !== 'escalate' || remedy?.verdict !== 'discard' || remedy.state !== 'trusted' || remedy.decidedBy === undefined) return decision;
  const why = `${remedy.decidedBy} approved to discard letters of this kind`;
  const { inspected, diagnosis } = decision;
  return {
    inspected,
    diagnosis: { cause: 'hopeless', rule: 'approved-by-person', why, evidence: [...diagnosis.evidence, { source: 'ledger', fact: why }], confidence: 'certain' },
    plan: { verdict: 'discard', operations: [], attempts: 'single', proofs: [] },
    why,
  };
}
