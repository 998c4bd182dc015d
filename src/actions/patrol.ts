import { messageOf } from '../core/errors.ts';
import type { Emit } from '../core/events.ts';
import { startEngine, type Engine, type EngineTask } from '../engine/engine.ts';
import type { House } from '../house.ts';
import type { PassContext } from '../pass/pass-context.ts';
import { followUp, passOver } from './heal.ts';
import { createWakeSignal, type WakeSignal } from './wake-signal.ts';

/** Replays in flight are looked at this often when no event tells earlier, in milliseconds. */
const LOOK_EVERY = 5000;

/** Queues that can't be opened are tried again this often, in milliseconds: a broker that was away must not cost a whole schedule. */
const REOPEN_EVERY = 30_000;

/** Milliseconds between scheduled passes where the configuration names none. */
export const DEFAULT_EVERY = 30 * 60_000;

/** How a patrol runs. */
export interface PatrolOptions {
  /** Ends the patrol; the letters in hand are finished first. */
  readonly signal: AbortSignal;
  /** Milliseconds between two scheduled passes. */
  readonly every: number;
  /** Called once everything is running, with the way to ask for a pass at once. */
  readonly onStarted?: (patrol: { readonly wake: () => Promise<void> }) => void | Promise<void>;
  readonly onError: (error: Error) => void;
  /** @defaultValue true; false ignores the broker's events, so that only the schedule and due replays lead to passes */
  readonly listen?: boolean;
}

/** What the process remembers of its last attempt to open the queues. */
interface Doors {
  /** True while a queue could not be opened. */
  shut: boolean;
  /** Milliseconds since the epoch. */
  triedAt: number;
}

/**
 * Heals until it is stopped: a pass on schedule, at each death, when a replay falls due and when it is asked for one.
 * Any number of processes may patrol with one ledger; they share the work.
 */
export async function patrol(house: House, options: PatrolOptions, emit: Emit): Promise<void> {
  const { signal, onError } = options;
  const { engineConnection } = await house.ledger();
  const wakes = createWakeSignal(house.clock, signal);
  const doors: Doors = { shut: false, triedAt: 0 };
  const run = (task: EngineTask): Promise<void> => runTask(task, { house, wakes, options, emit, doors });
  const engine = await startEngine({ connection: engineConnection, every: options.every, onError, run });
  try {
    await engine.request('wake');
    await options.onStarted?.({ wake: () => engine.request('wake') });
    while (!signal.aborted) await requestWhatIsNext(engine, { house, wakes, options, emit, doors });
  } finally {
    await engine.close();
  }
}

interface PatrolContext {
  readonly house: House;
  readonly wakes: WakeSignal;
  readonly options: PatrolOptions;
  readonly emit: Emit;
  readonly doors: Doors;
}

async function runTask(task: EngineTask, { house, wakes, options, emit, doors }: PatrolContext): Promise<void> {
  if (options.signal.aborted) return;
  Object.assign(doors, { shut: true, triedAt: house.clock.now().getTime() });
  try {
    const { failures, ...opened } = await house.passContext(options.signal);
    doors.shut = failures.length > 0;
    const context: PassContext = { ...opened, emit };
    if (options.listen !== false) for (const queue of context.queues) wakes.listen(queue);
    const reads = task === 'tick' || task === 'letter' || task === 'wake';
    if (reads || (await followUp(context, [])).returned > 0) await passOver(context, []);
  } finally {
    // The pass may have made letters due or in flight sooner than the present wait ends.
    wakes.touch();
  }
}

/** Waits for the next hint or due time and hands it to the engine, which gives it to one of all patrol processes. */
async function requestWhatIsNext(engine: Engine, { house, wakes, options, doors }: PatrolContext): Promise<void> {
  try {
    const { ledger } = await house.ledger();
    const due = await ledger.nextDue();
    const untilDue = due === undefined ? Infinity : Math.max(10, due.getTime() - house.clock.now().getTime());
    const inFlight = (await ledger.counts()).some(({ state }) => state === 'replayed');
    const hints = await wakes.next(Math.min(untilDue, inFlight ? LOOK_EVERY : doors.shut ? REOPEN_EVERY : 60_000));
    if (doors.shut && house.clock.now().getTime() - doors.triedAt >= REOPEN_EVERY) await engine.request('wake');
    if (hints.has('letter')) await engine.request('letter');
    if (hints.has('outcome')) await engine.request('outcome');
    if (hints.size === 0 && (inFlight || Math.min(untilDue, 60_000) === untilDue)) await engine.request('due');
  } catch (error) {
    options.onError(error instanceof Error ? error : new Error(messageOf(error)));
    await house.clock.sleep(1000);
  }
}
