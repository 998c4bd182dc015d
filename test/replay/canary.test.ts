import { describe, expect, it } from 'vitest';
import type { OperationClass } from '../../src/core/operation.ts';
import type { Plan } from '../../src/core/plan.ts';
import { DEFAULT_POLICY } from '../../src/core/policy.ts';
import { allowanceOf, isTrustedFromBirth } from '../../src/replay/canary.ts';
import { replayIdOf } from '../../src/replay/replay-id.ts';
import { groupRecord } from '../fixtures/records.ts';

const now = new Date('2026-01-01T00:00:00.000Z');
const retry: Plan = { verdict: 'retry', operations: [], attempts: 'full', proofs: [] };
const repair = (...classes: OperationClass[]): Plan => ({
  verdict: 'repair',
  attempts: 'single',
  proofs: [],
  operations: classes.map((operationClass) => ({ name: 'trim', class: operationClass, path: '/a', when: { code: 'any', received: 'string' } })),
});

describe('canary', () => {
  it.each([[0, 1], [1, 10], [10, 10], [11, 100], [110, 100], [111, Infinity]])('allows after %i successes %d in flight', (healed, expected) => {
    expect(allowanceOf(groupRecord({ recent: { healed, returned: 0, healedInARow: healed, lastAt: now } }), retry, undefined, DEFAULT_POLICY, now)).toBe(expected);
  });

  it('needs none for repairs that are proved on each letter, and one for lossy ones', () => {
    expect(isTrustedFromBirth(repair('lossless', 'default'))).toBe(true);
    expect(isTrustedFromBirth(repair('lossless', 'lossy'))).toBe(false);
    expect(allowanceOf(undefined, repair('lossless'), undefined, DEFAULT_POLICY, now)).toBe(Infinity);
    expect(allowanceOf(undefined, repair('lossy'), undefined, DEFAULT_POLICY, now)).toBe(1);
  });

  it('holds a remedy back until it is trusted, whatever its operations', () => {
    const remedy = { signature: 's1:x', operations: [], origin: 'model', state: 'canary' } as const;
    expect(allowanceOf(undefined, repair('lossless'), remedy, DEFAULT_POLICY, now)).toBe(1);
    expect(allowanceOf(undefined, repair('lossless'), { ...remedy, state: 'trusted' }, DEFAULT_POLICY, now)).toBe(Infinity);
  });

  it('begins anew where the last outcome is more than ten minutes old', () => {
    const group = groupRecord({ recent: { healed: 500, returned: 0, healedInARow: 500, lastAt: new Date(now.getTime() - 600_001) } });
    expect(allowanceOf(group, retry, undefined, DEFAULT_POLICY, now)).toBe(1);
  });

  it('tries a stopped group with one letter, however well it did before', () => {
    const breaker = { openedAt: new Date(0), why: 'down', until: new Date(1), openings: 1 };
    expect(allowanceOf(groupRecord({ healed: 500, breaker }), retry, undefined, DEFAULT_POLICY, now)).toBe(1);
  });

  it('does not hold removals back', () => {
    expect(allowanceOf(undefined, { ...retry, verdict: 'settle' }, undefined, DEFAULT_POLICY, now)).toBe(Infinity);
  });
});

it('makes the replay id a pure function of letter and round', () => {
  expect(replayIdOf('letter_a', 1)).toBe(replayIdOf('letter_a', 1));
  expect(replayIdOf('letter_a', 1)).not.toBe(replayIdOf('letter_a', 2));
  expect(replayIdOf('letter_a', 1)).not.toBe(replayIdOf('letter_b', 1));
});
