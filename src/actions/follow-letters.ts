import type { LetterId } from '../core/dead-letter.ts';
import type { HoldReason } from '../core/outcome.ts';
import type { QueueFailure } from '../house.ts';
import type { PassContext } from '../pass/pass-context.ts';
import { followUp } from './heal.ts';
import { createWakeSignal } from './wake-signal.ts';

/** Outcomes are asked for at least this often, in milliseconds; events are only hints. */
const LOOK_EVERY = 1000;

/** Letters read with their bodies at once. */
const BODIES = 100;

/** Held for one of these a letter waits for hours or for a person; nobody waits for it here. */
const LONG_HOLDS: readonly HoldReason[] = ['breaker', 'source-blocked'];

/** Follows letters until each has an outcome or waits for long, `timeout` milliseconds are over, or the signal is aborted. */
export async function followLetters(ids: readonly LetterId[], context: PassContext, timeout: number, failures: QueueFailure[]): Promise<void> {
  const { clock, signal } = context;
  const stop = new AbortController();
  const wakes = createWakeSignal(clock, AbortSignal.any([signal, stop.signal]));
  for (const queue of context.queues) wakes.listen(queue);
  const deadline = clock.now().getTime() + timeout;
  let open = await unfinished(ids, context);
  try {
    while (!signal.aborted && open.length > 0 && clock.now().getTime() < deadline) {
      await wakes.next(LOOK_EVERY);
      await followUp(context, failures, open);
      open = await unfinished(open, context);
    }
  } finally {
    stop.abort();
  }
}

/** Those of the letters that somebody or something will move soon. */
async function unfinished(ids: readonly LetterId[], { ledger }: PassContext): Promise<readonly LetterId[]> {
  const known = await ledger.known(ids);
  const planned = known.flatMap(({ id, state }) => (state === 'planned' ? [id] : []));
  const longHeld = new Set<LetterId>();
  for (let start = 0; start < planned.length; start += BODIES) {
    const part = await ledger.list({ ids: planned.slice(start, start + BODIES), limit: BODIES });
    for (const { id, hold } of part) if (hold !== undefined && LONG_HOLDS.includes(hold)) longHeld.add(id);
  }
  const moving = known.filter(({ state }) => state === 'planned' || state === 'claimed' || state === 'intent' || state === 'replayed');
  return moving.flatMap(({ id }) => (longHeld.has(id) ? [] : [id]));
}
