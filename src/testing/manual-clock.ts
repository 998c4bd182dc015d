import type { Clock } from '../core/clock.ts';

/** A clock that stands still until it is moved. Sleepers wake in the order of their time. */
export interface ManualClock extends Clock {
  /** Moves on by so many milliseconds and wakes the sleepers whose time has come. */
  advance(milliseconds: number): Promise<void>;
}

/** Starts a manual clock at `start`; `random()` gives the numbers of `chances` in turn, again and again. */
export function manualClock(start = new Date('2026-01-01T00:00:00.000Z'), chances: readonly number[] = [0.5]): ManualClock {
  let now = start.getTime();
  let drawn = 0;
  const sleepers = new Set<{ readonly until: number; readonly wake: () => void }>();
  return {
    now: () => new Date(now),
    random: () => chances[drawn++ % chances.length] ?? 0.5,
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) return resolve();
        const sleeper = { until: now + milliseconds, wake: resolve };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', () => { sleepers.delete(sleeper); resolve(); }, { once: true });
      }),
    advance: async (milliseconds) => {
      now += milliseconds;
      for (const sleeper of [...sleepers].toSorted((left, right) => left.until - right.until)) {
        if (sleeper.until > now || !sleepers.delete(sleeper)) continue;
        sleeper.wake();
        await new Promise((resolve) => { setImmediate(resolve); });
      }
    },
  };
}
