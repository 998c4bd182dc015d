import { EventEmitter } from 'node:events';
import { messageOf } from './core/errors.ts';
import type { Emit, MendqEvents } from './core/events.ts';
import { redactedError } from './core/redacted-error.ts';
import type { RedactorFor } from './core/redactor.ts';

/** Those who listen to a healer. */
export interface Listeners {
  /** Subscribes; returns the way to unsubscribe. */
  readonly on: <Name extends keyof MendqEvents>(name: Name, listener: (event: MendqEvents[Name]) => void) => () => void;
  /** Tells all of them. What a listener throws becomes a process warning, so that it can't stop a pass. */
  readonly emit: Emit;
}

/** Makes the place where listeners are kept. A warning tells nothing that stands at a redacted place of the event's payload. */
export function createListeners(redactorFor: RedactorFor): Listeners {
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
          process.emitWarning(`a listener of ${name} threw: ${messageOf(redactedError(error, hiderFor(event, redactorFor)))}`, 'MendqWarning');
        }
      }
    },
  };
}

function hiderFor(event: MendqEvents[keyof MendqEvents], redactorFor: RedactorFor): (text: string) => string {
  if (!('letter' in event)) return (text) => text;
  const { queue, name, payload } = event.letter;
  return redactorFor({ queue, name, body: new Uint8Array(), payload }, 'repaired' in event ? event.repaired : undefined).text;
}
