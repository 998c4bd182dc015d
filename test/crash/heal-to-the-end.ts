import { heal } from '../../src/actions/heal.ts';
import { systemClock } from '../../src/core/clock.ts';
import { isMendqError } from '../../src/core/errors.ts';
import type { Emit } from '../../src/core/events.ts';
import type { House } from '../../src/house.ts';
import type { World } from './world.ts';

/** Milliseconds after which a round that does not end counts as stuck. */
const LONGEST_ROUND = 60_000;

/** What happens around the passes of a round. */
export interface Passes {
  /** True where a pass may fail because something can't be reached for a moment; the next one goes on. */
  readonly forgivesOutages: boolean;
  readonly emit?: Emit;
  /** Called before each pass, with its number from 0. */
  readonly beforePass?: (pass: number) => Promise<void>;
  /** Called after each pass, before the worker runs. True where the stores are no longer what the pass saw. */
  readonly afterPass?: (pass: number) => Promise<boolean>;
}

/**
 * Heals and works in turn until nothing is left to do: the worker never runs while healing may be disturbed, so that
 * only mendq's own faults are counted. Rejects where a pass fails and may not.
 */
export async function healToTheEnd(house: House, world: World, passes: Passes): Promise<void> {
  const deadline = performance.now() + LONGEST_ROUND;
  for (let pass = 0; performance.now() < deadline; pass += 1) {
    await passes.beforePass?.(pass);
    const isDone = await healOnce(house, passes);
    const isOutdated = (await passes.afterPass?.(pass)) ?? false;
    if (isDone && !isOutdated) return;
    await world.work(false);
    await systemClock.sleep(20);
  }
}

/** One pass. Returns whether there was nothing left to do. */
async function healOnce(house: House, { forgivesOutages, emit = () => undefined }: Passes): Promise<boolean> {
  try {
    const { failures, unfinished, decided } = await heal(house, {}, emit);
    const [failure] = failures;
    if (failure !== undefined) throw failure.error;
    return unfinished === 0 && decided === 0;
  } catch (error) {
    // Whatever an outage looks like, it has to be told as one, so that callers know that repeating is safe.
    if (forgivesOutages && isMendqError(error) && error.retryable) return false;
    throw error;
  }
}
