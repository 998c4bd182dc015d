import { messageOf } from '../core/errors.ts';
import type { Emit } from '../core/events.ts';
import { startEngine, type Engine, type EngineTask } from '../engine/engine.ts';
import type { House } from '../house.ts';
import type { PassContext } from '../pass/pass-context.ts';
import { followUp, passOver } from './heal.ts';
import { takeAdvice } from './take-advice.ts';
import { createWakeSignal, type WakeSignal } from './wake-signal.ts';

/** Replays in flight are looked at this often when no event tells earlier, in milliseconds. */
const LOOK_EVERY = 5000;

/** Longest wait for a hint, in milliseconds; another process may have made letters due meanwhile. */
const IDLE = 60_000;

/** Due letters are asked for at most this often, in milliseconds: those that can't be acted on now stay due. */
const DUE_EVERY = 1000;

/** Queues that can't be opened are tried again this often, in milliseconds: a broker that was away must not cost a whole schedule. */
const REOPEN_EVERY = 30_000;

/** Tasks about letters that were read before. All others read the queues, also those that a later release has asked for. */
const FOLLOW_UPS: ReadonlySet<string> = new Set<EngineTask>(['outcome', 'due']);

/** Queues that a pattern finds are looked for this often, in milliseconds: nothing tells of a queue that nobody listens to. */
const FIND_EVERY = 15_000;

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

/** What the process remembers between two waits. Times are milliseconds since the epoch. */
interface Memory {
  /** True while a queue could not be opened. */
  shut: boolean;
  triedAt: number;
  /** When a pass over due letters was asked for last. */
  askedAt: number;
  /** When queues were looked for last. */
  foundAt: number;
  /** The questions under way; a pass does not wait for a model. */
  advising: Promise<void> | undefined;
  /** True where advice has set letters back that nobody has been asked to decide again. */
  advised: boolean;
  /** Names of the queues that have been read. */
  readonly read: Set<string>;
}

/**
 * Heals until it is stopped: a pass on schedule, at each death, when a replay falls due and when it is asked for one.
 * Any number of processes may patrol with one ledger; they share the work.
 */
export async function patrol(house: House, options: PatrolOptions, emit: Emit): Promise<void> {
  const { signal, onError } = options;
  const { engineConnection } = await house.ledger();
  const wakes = createWakeSignal(house.clock, signal);
  const memory: Memory = { shut: false, triedAt: 0, askedAt: 0, foundAt: 0, advising: undefined, advised: false, read: new Set() };
  const context: PatrolContext = { house, wakes, options, emit, memory };
  const run = (task: EngineTask): Promise<void> => runTask(task, context);
  const engine = await startEngine({ connection: engineConnection, every: options.every, onError, run });
  try {
    await engine.request('wake');
    await options.onStarted?.({ wake: () => engine.request('wake') });
    while (!signal.aborted) await requestWhatIsNext(engine, context);
  } finally {
    await engine.close();
    await memory.advising;
  }
}

interface PatrolContext {
  readonly house: House;
  readonly wakes: WakeSignal;
  readonly options: PatrolOptions;
  readonly emit: Emit;
  readonly memory: Memory;
}

async function runTask(task: EngineTask, { house, wakes, options, emit, memory }: PatrolContext): Promise<void> {
  if (options.signal.aborted) return;
  const now = house.clock.now().getTime();
  Object.assign(memory, { shut: true, triedAt: now, foundAt: now });
  try {
    const { failures, ...opened } = await house.passContext(options.signal);
    memory.shut = failures.length > 0;
    const context: PassContext = { ...opened, emit };
    if (options.listen !== false) for (const queue of context.queues) wakes.listen(queue);
    const isNew = context.queues.some(({ name }) => !memory.read.has(name));
    for (const { name } of context.queues) memory.read.add(name);
    if (isNew || !FOLLOW_UPS.has(task) || (await followUp(context, [])) > 0) {
      await passOver(context, []);
      memory.advising ??= adviseBeside(house, context, memory).finally(() => {
        memory.advising = undefined;
        wakes.touch();
      });
    }
  } finally {
    // The pass may have made letters due or in flight sooner than the present wait ends.
    wakes.touch();
  }
}

/** Asks the model while passes go on; what it sets back is left to a pass of its own. */
async function adviseBeside(house: House, context: PassContext, memory: Memory): Promise<void> {
  const queues = await takeAdvice(house, context, []);
  if (queues.size > 0) memory.advised = true;
}

/** Waits for the next hint or due time and hands it to the engine, which gives it to one of all patrol processes. */
async function requestWhatIsNext(engine: Engine, context: PatrolContext): Promise<void> {
  const { house, wakes, options, memory } = context;
  try {
    const { milliseconds, task } = await nextWait(context);
    const hints = await wakes.next(milliseconds);
    if (options.signal.aborted) return;
    if (hints.has('letter')) await engine.request('letter');
    if (hints.has('outcome')) await engine.request('outcome');
    if (hints.size > 0 || task === undefined) return;
    // Another process may do the work, so that what counts here is that it was asked for.
    const now = house.clock.now().getTime();
    if (task === 'wake') Object.assign(memory, { triedAt: now, advised: false });
    else Object.assign(memory, { askedAt: now, foundAt: now });
    await engine.request(task);
  } catch (error) {
    options.onError(error instanceof Error ? error : new Error(messageOf(error)));
    await house.clock.sleep(1000, options.signal);
  }
}

/** A wait for a hint, and what to ask for where none comes. */
interface Wait {
  readonly milliseconds: number;
  readonly task?: 'due' | 'wake';
}

/** The wait for the earliest of what has to be done. */
async function nextWait({ house, memory }: PatrolContext): Promise<Wait> {
  const { ledger } = await house.ledger();
  const due = await ledger.nextDue();
  const inFlight = (await ledger.counts()).some(({ state }) => state === 'replayed');
  const now = house.clock.now().getTime();
  const until = (...times: readonly number[]): number => Math.max(10, ...times.map((time) => time - now));
  const dueAgain = memory.askedAt + (memory.shut ? LOOK_EVERY : DUE_EVERY);
  const waits: readonly Wait[] = [
    { milliseconds: IDLE },
    ...(memory.advised ? [{ milliseconds: 0, task: 'wake' as const }] : []),
    ...(due === undefined ? [] : [{ milliseconds: until(due.getTime(), dueAgain), task: 'due' as const }]),
    ...(inFlight ? [{ milliseconds: LOOK_EVERY, task: 'due' as const }] : []),
    ...(house.definitions.some(({ expand }) => expand !== undefined) ? [{ milliseconds: until(memory.foundAt + FIND_EVERY), task: 'due' as const }] : []),
    ...(memory.shut ? [{ milliseconds: until(memory.triedAt + REOPEN_EVERY), task: 'wake' as const }] : []),
  ];
  return waits.reduce((first, wait) => (wait.milliseconds < first.milliseconds ? wait : first));
}
