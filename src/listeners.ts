import { EventEmitter } from 'node:events';
import { messageOf } from './core/errors.ts';
import type { Emit, MendqEvents } from './core/events.ts';

/** Those who listen to a healer. */
export interface Listeners {
  /** Subscribes; returns the way to unsubscribe. */
  on<Name extends keyof MendqEvents>(name: Name, listener: (event: MendqEvents[Name]) => void): () => void;
  /** Tells all of them. What a listener throws becomes a process warning, so that it can't stop a pass. */
  readonly emit: Emit;
}

export function createListeners(): Listeners {
  const listeners = new EventEmitter({ captureRejections: false });
  return {
    on: (name, listener) => {
      listeners.on(name, listener);
      return () => listeners.off(name, listener);
    },
    emit: (name, event) => {
      for (const listener of listeners.listeners(name)) {
        try {
          (listener as (value: typeof event) => void)(event);
        } catch (error) {
          process.emitWarning(`a listener of ${name} threw: ${messageOf(error)}`, 'MendqWarning');
        }
      }
    },
  };
}
