import { describe, expect, it } from 'vitest';
import { databaseUrl, freshDatabase, redisUrl } from '../services.ts';
import { createKillSchedule } from './kill-schedule.ts';
import { crashRounds } from './rounds.ts';

const NO_FAULT = { lost: 0, duplicated: 0, wrongPayload: 0, stuck: 0, faults: [] };

// A short run; `npm run crash -- --rounds 200` is the long one.
describe('a healing process that is killed', () => {
  it('loses nothing and does nothing twice on the embedded default', async () => {
    const summary = await crashRounds({ broker: 'embedded', rounds: 3, seed: 11, redisUrl: redisUrl(), databaseUrl: databaseUrl() });
    expect(summary).toMatchObject(NO_FAULT);
    expect(summary.kills).toBeGreaterThan(0);
  }, 400_000);

  it('loses nothing and does nothing twice on Redis with a ledger on PostgreSQL', async () => {
    const database = await freshDatabase();
    const summary = await crashRounds({ broker: 'bullmq-redis', rounds: 3, seed: 12, redisUrl: redisUrl(), databaseUrl: database.url });
    await database.drop();
    expect(summary).toMatchObject(NO_FAULT);
    expect(summary.kills).toBeGreaterThan(0);
  }, 400_000);
});

it('gives every step its turn, and takes the first occurrence where a later one is not reached', () => {
  const schedule = createKillSchedule(() => 0.9);
  expect(schedule.killsOfRound()).toEqual([]);
  schedule.learn({ a: 5, b: 1 });
  expect(schedule.killsOfRound()).toEqual(['a#5']);
  expect(schedule.killsOfRound()).toEqual(['b#1']);
  schedule.noteKill('b#1');
  expect(schedule.killsOfRound()).toEqual(['a#5']);
  expect(schedule.killsOfRound()).toEqual(['a#1']);
  schedule.noteKill('a#1');
  expect(schedule.killsByStep()).toEqual({ a: 1, b: 1 });
  expect(schedule.kills()).toBe(2);
});
