import { expect, it } from 'vitest';
import { DEFAULT_POLICY } from '../../src/core/policy.ts';
import { reasonToStop } from '../../src/guard/breaker.ts';
import { groupRecord } from '../fixtures/records.ts';

it.each([
  [0, 2, false], // too few outcomes to judge
  [0, 3, true],
  [3, 1, true],
  [4, 1, false], // exactly 20 % is not more than 20 %
  [100, 25, false],
  [100, 26, true],
])('after %i healed and %i returned stops: %s', (healed, returned, stops) => {
  expect(reasonToStop(groupRecord({ healed, returned }), DEFAULT_POLICY) !== undefined).toBe(stops);
});

it('stops a group once', () => {
  const breaker = { openedAt: new Date('2026-01-01T00:00:00.000Z'), why: 'before' };
  expect(reasonToStop(groupRecord({ returned: 9, breaker }), DEFAULT_POLICY)).toBeUndefined();
});
