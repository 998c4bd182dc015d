import type { Policy } from '../core/policy.ts';
import type { BreakerStop, GroupRecord } from '../ledger/contract.ts';

/** Longest time that a transient group waits before it tries again, in milliseconds. */
const LONGEST = 60 * 60_000;

/** What the recent outcomes of a group call for. */
export type BreakerMove = { readonly kind: 'none' } | { readonly kind: 'close' } | { readonly kind: 'open'; readonly stop: Pick<BreakerStop, 'why' | 'until'> };

/**
 * Judges a group by its recent outcomes: more than `returnRate` of them returned, counted from the `minimum`th on, so
 * that one bad letter among few does not stop the rest. A group that was stopped for a time is judged by its one trial.
 */
export function judgeGroup(group: GroupRecord, policy: Policy, now: Date): BreakerMove {
  const { healed, returned } = group.recent;
  if (group.breaker !== undefined) {
    if (group.breaker.until === undefined) return { kind: 'none' };
    if (returned > 0) return group.breaker.until > now ? { kind: 'none' } : { kind: 'open', stop: stopOf(group, 'the trial died again', policy, now) };
    return healed > 0 ? { kind: 'close' } : { kind: 'none' };
  }
  const outcomes = healed + returned;
  if (outcomes < policy.breaker.minimum || returned / outcomes <= policy.breaker.returnRate) return { kind: 'none' };
  const why = `${returned} of ${outcomes} replays of this group died again (limit ${Math.round(policy.breaker.returnRate * 100)} %)`;
  return { kind: 'open', stop: stopOf(group, why, policy, now) };
}

/** An outage ends by itself, so its group may try again; whatever else returns needs a person. */
function stopOf({ cause, breaker }: GroupRecord, why: string, { breaker: { coolDown } }: Policy, now: Date): Pick<BreakerStop, 'why' | 'until'> {
  if (cause !== 'transient') return { why };
  return { why, until: new Date(now.getTime() + Math.min(LONGEST, coolDown * 2 ** (breaker?.openings ?? 0))) };
}
