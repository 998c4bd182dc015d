import type { Policy } from '../core/policy.ts';
import type { GroupRecord } from '../ledger/contract.ts';

/**
 * Why a group has to be stopped, or `undefined` while it may go on: more than `returnRate` of its finished replays
 * came back, counted from the `minimum`th outcome on, so that one bad letter among few does not stop the rest.
 */
export function reasonToStop(group: GroupRecord, policy: Policy): string | undefined {
  const outcomes = group.healed + group.returned;
  if (group.breaker !== undefined || outcomes < policy.breaker.minimum) return undefined;
  const rate = group.returned / outcomes;
  if (rate <= policy.breaker.returnRate) return undefined;
  return `${group.returned} of ${outcomes} replays of this group died again (limit ${Math.round(policy.breaker.returnRate * 100)} %)`;
}
