import { MendqError } from './core/errors.ts';

/** The calls under way of one healer, so that closing it can end and await them. */
export interface OpenWork {
  /** Aborted when the healer is closed. */
  readonly ended: AbortSignal;
  /** Runs a call; rejects with `MENDQ_E_USAGE` once the healer is closed. */
  readonly run: <Value>(work: () => Promise<Value>) => Promise<Value>;
  /** Ends the calls and waits for them. May be called twice. */
  end(): Promise<void>;
}

export function createOpenWork(): OpenWork {
  const controller = new AbortController();
  const running = new Set<Promise<unknown>>();
  return {
    ended: controller.signal,
    run: async (work) => {
      if (controller.signal.aborted) throw new MendqError('MENDQ_E_USAGE', 'this healer is closed', { hint: 'Make another one with createMendq.' });
      const call = work();
      running.add(call);
      try {
        return await call;
      } finally {
        running.delete(call);
      }
    },
    end: async () => {
      controller.abort();
      await Promise.allSettled(running);
    },
  };
}
