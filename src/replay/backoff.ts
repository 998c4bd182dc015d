import type { Policy } from '../core/policy.ts';

/**
 * How long a transient letter waits before its replay, in milliseconds: a random time up to
 * `min(cap, base * factor ** round)` (full jitter), and never less than the other side asked for.
 * `random` is a number in [0, 1).
 */
export function backoffDelay(round: number, policy: Policy['backoff'], random: number, retryAfterMilliseconds = 0): number {
  const ceiling = Math.min(policy.cap, policy.base * policy.factor ** round);
  return Math.max(Math.ceil(ceiling * random), retryAfterMilliseconds);
}
