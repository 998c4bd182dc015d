import { expect, it } from 'vitest';
import { DEFAULT_POLICY } from '../../src/core/policy.ts';
import { judgeGroup } from '../../src/guard/breaker.ts';
import { groupRecord } from '../fixtures/records.ts';

const now = new Date('2026-01-01T00:00:00.000Z');
const later = (milliseconds: number): Date => new Date(now.getTime() + milliseconds);
const recent = (healed: number, returned: number) => ({ recent: { healed, returned, healedInARow: 0 } });

it.each([
  [0, 2, 'none'], // too few outcomes to judge
  [0, 3, 'open'],
  [3, 1, 'open'],
  [4, 1, 'none'], // exactly 20 % is not more than 20 %
  [100, 25, 'none'],
  [100, 26, 'open'],
])('after %i healed and %i returned of late: %s', (healed, returned, kind) => {
  expect(judgeGroup(groupRecord(recent(healed, returned)), DEFAULT_POLICY, now).kind).toBe(kind);
});

it('judges by what happened of late, not by the good days before', () => {
  expect(judgeGroup(groupRecord({ healed: 10_000, returned: 3, ...recent(0, 3) }), DEFAULT_POLICY, now).kind).toBe('open');
});

it('stops an outage for a time that doubles up to an hour, and anything else until a person has looked', () => {
  const breaker = (openings: number) => ({ openedAt: now, why: 'before', until: now, openings });
  const stopped = [0, 1, 2, 5].map((openings) => judgeGroup(groupRecord({ ...recent(0, 3), ...(openings === 0 ? {} : { breaker: breaker(openings) }) }), DEFAULT_POLICY, now));
  expect(stopped.map((move) => move.kind === 'open' && move.stop.until)).toEqual([300_000, 600_000, 1_200_000, 3_600_000].map(later));
  expect(judgeGroup(groupRecord({ cause: 'malformed', ...recent(0, 3) }), DEFAULT_POLICY, now)).toMatchObject({ stop: { why: expect.any(String) as string } });
  const move = judgeGroup(groupRecord({ cause: 'malformed', ...recent(0, 3) }), DEFAULT_POLICY, now);
  expect(move.kind === 'open' && move.stop.until).toBeUndefined();
});

it('lets a stopped group go on after its trial healed, and leaves it alone before its time', () => {
  const breaker = { openedAt: now, why: 'before', until: later(1000), openings: 1 };
  expect(judgeGroup(groupRecord({ breaker, ...recent(1, 0) }), DEFAULT_POLICY, now)).toEqual({ kind: 'close' });
  expect(judgeGroup(groupRecord({ breaker, ...recent(0, 0) }), DEFAULT_POLICY, now)).toEqual({ kind: 'none' });
  expect(judgeGroup(groupRecord({ breaker, ...recent(0, 1) }), DEFAULT_POLICY, now)).toEqual({ kind: 'none' });
  expect(judgeGroup(groupRecord({ breaker: { openedAt: now, why: 'before', openings: 1 }, ...recent(1, 0) }), DEFAULT_POLICY, now)).toEqual({ kind: 'none' });
});
