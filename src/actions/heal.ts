import type { LetterId } from '../core/dead-letter.ts';
import type { HoldReason, LetterState } from '../core/outcome.ts';
import type { House, QueueFailure } from '../house.ts';
import type { PassContext } from '../pass/pass-context.ts';
import { retain } from '../pass/retain.ts';
import { act, healQueue, watchOutcomes } from '../pipeline.ts';
import { noteFailure } from './note-failure.ts';
import { takeAdvice } from './take-advice.ts';
import { createTally, type TalliedLetter } from './tally.ts';
import { createWakeSignal } from './wake-signal.ts';

/** Outcomes are asked for at least this often while waiting, in milliseconds; events are only hints. */
const LOOK_EVERY = 1000;

const UNFINISHED: readonly LetterState[] = ['seen', 'planned', 'claimed', 'intent', 'replayed'];

const WAITING: readonly LetterState[] = ['escalated', 'parked'];

/**
 * Letters held for one of these wait for hours or for a person; nobody waits for them. A letter that waits for its
 * children is woken when they heal, and then counts again.
 */
const LONG_HOLDS: readonly HoldReason[] = ['breaker', 'source-blocked', 'children'];

/** How far a heal goes. */
export interface HealOptions {
  /** Queues to heal; all where absent. */
  readonly queues?: readonly string[];
  /** Follow replays until every letter has an outcome. @defaultValue false: one pass */
  readonly wait?: boolean;
  /** Most milliseconds to wait. @defaultValue 10 minutes */
  readonly timeout?: number;
  /** When aborted, the letters in hand are finished and the report is given. */
  readonly signal?: AbortSignal;
}

/** What a heal did. */
export interface HealReport {
  /** Letters that were decided in this call. */
  readonly decided: number;
  readonly replayed: number;
  /** The last word on each letter that this call touched. */
  readonly letters: readonly TalliedLetter[];
  /** Letters of these queues that have no outcome yet. */
  readonly unfinished: number;
  /** Letters of these queues that wait for a person, those of earlier calls included. */
  readonly waiting: number;
  readonly failures: readonly QueueFailure[];
  /** True where the call was stopped before it was done. */
  readonly interrupted: boolean;
}

/** Heals once: one pass over the queues, and with `wait` on until every letter has an outcome. */
export async function heal(house: House, options: HealOptions, emit: PassContext['emit']): Promise<HealReport> {
  const tally = createTally(emit);
  const signal = options.signal ?? new AbortController().signal;
  const opened = await house.passContext(signal, options.queues);
  const context: PassContext = { ...opened, emit: tally.emit };
  const failures = [...opened.failures];
  await passOver(context, failures);
  await healAdvised(await takeAdvice(house, context, failures), context, failures);
  if (options.wait === true) await followOutcomes(context, options.timeout ?? 10 * 60_000, failures);
  return {
    // Counted as they happened: a pass that breaks off has done what it has done.
    ...tally.counts(),
    letters: tally.letters(),
    ...(await countRest(context, failures)),
    failures,
    interrupted: signal.aborted,
  };
}

/** The report of a heal that was ended early, and of the one that did the rest: what both did, and how it stands after the second. */
export function joinReports(earlier: HealReport, later: HealReport): HealReport {
  const touchedAgain = new Set(later.letters.map(({ letter }) => letter.id));
  return {
    ...later,
    decided: earlier.decided + later.decided,
    replayed: earlier.replayed + later.replayed,
    letters: [...earlier.letters.filter(({ letter }) => !touchedAgain.has(letter.id)), ...later.letters],
  };
}

/** What is left. A ledger that is gone now does not undo the report of what was done. */
async function countRest(context: PassContext, failures: QueueFailure[]): Promise<{ unfinished: number; waiting: number }> {
  try {
    return { unfinished: await countStates(context, UNFINISHED), waiting: await countStates(context, WAITING) };
  } catch (error) {
    noteFailure(context.queues[0]?.name ?? '', error, failures, context);
    return { unfinished: 0, waiting: 0 };
  }
}

/** One pass over every open queue; a queue that fails is noted and the others go on. */
export async function passOver(context: PassContext, failures: QueueFailure[]): Promise<void> {
  const totals = { decided: 0, replayed: 0, stripped: 0 };
  context.emit('pass-started', { queues: context.queues.map(({ name }) => name) });
  for (const queue of context.queues) {
    if (context.signal.aborted) break;
    try {
      const { decided, replayed } = await healQueue(queue, context);
      totals.decided += decided;
      totals.replayed += replayed;
    } catch (error) {
      noteFailure(queue.name, error, failures, context);
    }
  }
  try {
    totals.stripped = await retain(context);
  } catch (error) {
    noteFailure(context.queues[0]?.name ?? '', error, failures, context);
  }
  context.emit('pass-finished', totals);
}

/** Heals the queues once more in which a model's advice has set letters back. It was asked last, so that nothing else waited for it. */
async function healAdvised(queues: ReadonlySet<string>, context: PassContext, failures: QueueFailure[]): Promise<void> {
  for (const queue of context.queues.filter(({ name }) => queues.has(name))) {
    if (context.signal.aborted) break;
    try {
      await healQueue(queue, context);
    } catch (error) {
      noteFailure(queue.name, error, failures, context);
    }
  }
}

/** Acts on what became due (of these letters, where given) and watches outcomes, without reading the queues again. Returns how many replays died again. */
export async function followUp(context: PassContext, failures: QueueFailure[], ids?: readonly LetterId[]): Promise<number> {
  let returned = 0;
  for (const queue of context.queues) {
    if (context.signal.aborted) break;
    try {
      const outcomes = await watchOutcomes(queue, context);
      returned += outcomes.filter(({ outcome }) => outcome === 'returned').length;
      await act(queue, context, ids);
    } catch (error) {
      noteFailure(queue.name, error, failures, context);
    }
  }
  return returned;
}

async function followOutcomes(context: PassContext, timeout: number, failures: QueueFailure[]): Promise<void> {
  const { clock, signal } = context;
  const stop = new AbortController();
  const wakes = createWakeSignal(clock, AbortSignal.any([signal, stop.signal]));
  for (const queue of context.queues) wakes.listen(queue);
  const deadline = clock.now().getTime() + timeout;
  try {
    while (!signal.aborted && clock.now().getTime() < deadline && (await countStates(context, UNFINISHED, LONG_HOLDS)) > 0) {
      const due = await context.ledger.nextDue();
      const untilDue = due === undefined ? LOOK_EVERY : Math.max(10, due.getTime() - clock.now().getTime());
      const hints = await wakes.next(Math.min(LOOK_EVERY, untilDue));
      const returned = await followUp(context, failures);
      // A new death, perhaps of a letter of ours that returned: only reading the queue shows it.
      if (hints.has('letter') || returned > 0) await passOver(context, failures);
    }
  } finally {
    stop.abort();
  }
}

async function countStates(context: PassContext, states: readonly LetterState[], without: readonly HoldReason[] = []): Promise<number> {
  const names = new Set(context.queues.map(({ name }) => name));
  const counts = await context.ledger.counts();
  const matching = counts.filter(({ queue, state, hold }) => names.has(queue) && states.includes(state) && !(hold !== undefined && without.includes(hold)));
  return matching.reduce((sum, { letters }) => sum + letters, 0);
}
