import type { WakeUp } from '../../contract.ts';
import { DEATHS_AND_COMPLETIONS, type HintEvents } from '../hint-events.ts';
import { hintsAfter, listen, newestEvent, type EventListener } from './event-listener.ts';
import type { PostgresQueue } from './postgres-queue.ts';

/** Pause after a failure, in milliseconds. */
const PAUSE = 1000;

/**
 * Follows the event table, woken by LISTEN on a client of its own, from the place where it began, also across outages.
 * Ends within a moment of `signal` or of closing the adapter; never rejects.
 */
export async function* wakeups(queue: PostgresQueue, signal: AbortSignal, events: HintEvents = DEATHS_AND_COMPLETIONS): AsyncGenerator<WakeUp> {
  const ended = AbortSignal.any([signal, queue.closing]);
  let listener: EventListener | undefined;
  let last: string | undefined;
  try {
    while (!ended.aborted) {
      try {
        listener ??= await listen(queue);
        last ??= await newestEvent(queue);
        const found = await hintsAfter(queue, last, events);
        last = found.last;
        yield* found.hints;
        await (found.hints.length === 0 ? listener.heard(ended) : undefined);
      } catch {
        // Whatever it was, the reading of the queue is the truth; hints may pause.
        listener?.stop();
        listener = undefined;
        await queue.clock.sleep(PAUSE, ended);
      }
    }
  } finally {
    listener?.stop();
  }
}
