import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_POLICY } from '../../src/core/policy.ts';
import { backoffDelay } from '../../src/replay/backoff.ts';

describe('backoff (B14)', () => {
  it.each([[0, 30_000], [1, 60_000], [3, 240_000], [6, 1_920_000], [7, 3_600_000], [60, 3_600_000]])('has the ceiling of round %i', (round, ceiling) => {
    expect(backoffDelay(round, DEFAULT_POLICY.backoff, 0.999_999_999)).toBe(ceiling);
    expect(backoffDelay(round, DEFAULT_POLICY.backoff, 0)).toBe(0);
  });

  it('never waits less than the other side asked for, nor more than the cap otherwise', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.double({ min: 0, max: 0.999, noNaN: true }), fc.nat(10_000_000), (round, random, retryAfter) => {
        const delay = backoffDelay(round, DEFAULT_POLICY.backoff, random, retryAfter);
        expect(delay).toBeGreaterThanOrEqual(retryAfter);
        expect(delay).toBeLessThanOrEqual(Math.max(retryAfter, DEFAULT_POLICY.backoff.cap));
      }),
    );
  });
});
