import { AsyncLocalStorage } from 'node:async_hooks';
import type { Emit } from '../core/events.ts';

/** Takes the events of one call. */
export type EventSink = (name: string, event: unknown) => void;

/** Events that reach the listeners of this process and, where a call of another process caused them, that process too. */
export interface CallEvents {
  readonly emit: Emit;
  /** Runs `work`; what it emits, at whatever depth, goes to `sink` too. */
  readonly within: <Value>(sink: EventSink, work: () => Promise<Value>) => Promise<Value>;
}

/** Makes them in front of `emit`. */
export function createCallEvents(emit: Emit): CallEvents {
  const caller = new AsyncLocalStorage<EventSink>();
  return {
    emit: (name, event) => {
      emit(name, event);
      caller.getStore()?.(name, event);
    },
    within: (sink, work) => caller.run(sink, work),
  };
}
