import type { Clock } from '../core/clock.ts';
import type { QueueAdapter, WakeUp } from '../queues/contract.ts';

/** What ends a wait early: a hint of a queue, or `touch`, which only says that the wait has to be reckoned anew. */
export type Hint = WakeUp | 'touch';

/** Gathers the hints of several queues, so that one waiter can wait for "something happened or it is time". */
export interface WakeSignal {
  /** Listens to a queue too; a queue is listened to once. */
  listen(queue: QueueAdapter): void;
  /** Notes a hint from elsewhere. */
  wake(hint: WakeUp): void;
  /** Ends the present wait with the hint `touch`, so that the waiter looks again when it has to wake. */
  touch(): void;
  /** Resolves with the hints since the last call, at once where there are some, after `milliseconds` with none. */
  next(milliseconds: number): Promise<ReadonlySet<Hint>>;
}

/** Makes a wake signal that ends when `signal` is aborted. */
export function createWakeSignal(clock: Clock, signal: AbortSignal): WakeSignal {
  const listening = new Set<QueueAdapter>();
  let hints = new Set<Hint>();
  let arrived = new AbortController();

  const wake = (hint: Hint): void => {
    hints.add(hint);
    arrived.abort();
  };
  const follow = async (queue: QueueAdapter): Promise<void> => {
    for await (const hint of queue.wakeups(signal)) wake(hint);
  };
  return {
    wake,
    touch: () => wake('touch'),
    listen: (queue) => {
      if (listening.has(queue)) return;
      listening.add(queue);
      // Hints are a convenience: a stream that breaks for good leaves the scheduled passes.
      void follow(queue).catch(() => undefined);
    },
    next: async (milliseconds) => {
      await clock.sleep(milliseconds, AbortSignal.any([arrived.signal, signal]));
      const gathered = hints;
      hints = new Set();
      arrived = new AbortController();
      return gathered;
    },
  };
}
