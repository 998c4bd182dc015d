import { setTimeout as delay } from 'node:timers/promises';

/** Time and chance, injected so that tests decide both. Nothing else in `src/` reads the system clock or `Math.random`. */
export interface Clock {
  /** The present moment. */
  now(): Date;
  /** A number in [0, 1), for jitter. Never used for identity or secrecy. */
  random(): number;
  /** Resolves after `milliseconds`, or at once when `signal` is aborted. Never rejects. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => new Date(),
  random: () => Math.random(),
  sleep: async (milliseconds, signal) => {
    await delay(milliseconds, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
  },
};
