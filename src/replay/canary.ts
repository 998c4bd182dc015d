import type { OperationClass } from '../core/operation.ts';
import type { Plan } from '../core/plan.ts';
import type { Policy } from '../core/policy.ts';
import type { Remedy } from '../core/remedy.ts';
import { GROUP_REST, type GroupRecord } from '../ledger/contract.ts';

/** Operations whose result is proved letter by letter, so that no first letter has to try it out for the rest. */
const PROVED_CLASSES: ReadonlySet<OperationClass> = new Set(['lossless', 'default']);

/** True for a repair that needs no canary: written by a rule, made only of operations that are proved on each letter. */
export function isTrustedFromBirth(plan: Plan): boolean {
  return plan.verdict === 'repair' && plan.operations.every((operation) => PROVED_CLASSES.has(operation.class));
}

/**
 * Most letters of a group that may be in flight: step by step, each step after as many successes in a row as the one
 * before had letters. A dependency that is still down so meets one letter, not five thousand; so does one that is down
 * again, since a return and a rest both begin anew. A stopped group whose time is over tries with one. A letter that a
 * person ordered by itself is counted, but waits for no other.
 */
export function allowanceOf(group: GroupRecord | undefined, plan: Plan, remedy: Remedy | undefined, policy: Policy, now: Date): number {
  if (waitsForNobody(plan)) return Infinity;
  if (group?.breaker !== undefined) return 1;
  if (remedy?.state === 'trusted' || (remedy === undefined && isTrustedFromBirth(plan))) return Infinity;
  return nextStep(group === undefined || hasRested(group, now) ? 0 : group.recent.healedInARow, policy.canary);
}

/** True for removals, and for a letter that a person named. */
function waitsForNobody({ verdict, order }: Plan): boolean {
  return verdict === 'discard' || verdict === 'settle' || order?.scope === 'letter';
}

function nextStep(successes: number, steps: readonly number[]): number {
  let reached = 0;
  for (const step of steps) {
    reached += step;
    if (successes < reached) return step;
  }
  return Infinity;
}

/** True where the group's last outcome is too long ago to say anything of the present. */
function hasRested({ recent: { lastAt } }: GroupRecord, now: Date): boolean {
  return lastAt === undefined || now.getTime() - lastAt.getTime() > GROUP_REST;
}
