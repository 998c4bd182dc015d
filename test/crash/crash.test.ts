import { describe, expect, it } from 'vitest';
import { createFaultSchedule } from './fault-schedule.ts';
import { crashRounds } from './rounds.ts';

const NO_FAULT = { lost: 0, duplicated: 0, wrongPayload: 0, stuck: 0, faults: [] };

// Short runs; `npm run crash -- --rounds 200` is the long one.
describe('a healing process that is killed', () => {
  it.each([
    ['embedded', 11, 2],
    ['bullmq-redis', 12, 2],
    ['bullmq-postgres', 13, 2],
  ] as const)('loses nothing and does nothing twice on %s', async (broker, seed, rounds) => {
    const summary = await crashRounds({ broker, rounds, seed });
    expect(summary).toMatchObject(NO_FAULT);
    expect(summary.kills).toBeGreaterThan(0);
  }, 400_000);
});

describe('a line that is cut between a command and its reply, or before the command', () => {
  it.each([
    ['bullmq-redis', 14],
    ['bullmq-postgres', 15],
  ] as const)('loses nothing and does nothing twice on %s', async (broker, seed) => {
    const summary = await crashRounds({ broker, faults: ['cuts'], rounds: 6, seed });
    expect(summary).toMatchObject(NO_FAULT);
    expect(summary.disturbances.cuts?.total).toBeGreaterThanOrEqual(6);
  }, 400_000);
});

describe('a server that ends in the middle of a pass', () => {
  it.each([
    ['bullmq-redis', 16, 4],
    ['bullmq-postgres', 17, 2],
  ] as const)('costs no letter that mendq has read, on %s', async (broker, seed, rounds) => {
    const summary = await crashRounds({ broker, faults: ['restarts'], rounds, seed });
    expect(summary).toMatchObject(NO_FAULT);
    expect(Object.values(summary.disturbances.restarts?.byPlace ?? {}).every((count) => count > 0)).toBe(true);
  }, 400_000);
});

it('heals again what a failover took back, and doubles nothing', async () => {
  const summary = await crashRounds({ broker: 'bullmq-redis', faults: ['failover'], rounds: 4, seed: 18 });
  expect(summary).toMatchObject(NO_FAULT);
  expect(summary.disturbances.failover).toMatchObject({ total: 4 });
  expect(summary.disturbances.failover?.rolledBack).toBeGreaterThan(0);
}, 400_000);

it('gives every place its turn, and takes the first occurrence where a later one is not reached', () => {
  const schedule = createFaultSchedule(() => 0.9);
  expect(schedule.placesOfRound()).toEqual([]);
  schedule.learn({ a: 5, b: 1 });
  expect(schedule.placesOfRound()).toEqual(['a#5']);
  expect(schedule.placesOfRound()).toEqual(['b#1']);
  schedule.note('b#1');
  expect(schedule.placesOfRound()).toEqual(['a#5']);
  expect(schedule.placesOfRound()).toEqual(['a#1']);
  schedule.note('a#1');
  expect(schedule.byPlace()).toEqual({ a: 1, b: 1 });
  expect(schedule.total()).toBe(2);
});
