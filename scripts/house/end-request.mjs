import { constants } from 'node:os';

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
const LOOK_EVERY_MILLISECONDS = 500;

/** @typedef {typeof SIGNALS[number]} EndSignal */

/**
 * Tells `listener` each time when the process is asked to end, which then does not happen by itself. npm passes signals
 * to a shell that does not pass them on but dies: under npm, losing the parent counts as SIGTERM.
 *
 * @param {(signal: EndSignal) => void} listener
 * @returns {() => void} stops listening
 */
export function onEndRequest(listener) {
  const parent = process.ppid;
  for (const signal of SIGNALS) process.on(signal, listener);
  const watch = setInterval(() => {
    if (process.ppid === parent || process.env['npm_lifecycle_event'] === undefined) return;
    clearInterval(watch);
    listener('SIGTERM');
  }, LOOK_EVERY_MILLISECONDS).unref();
  return () => {
    clearInterval(watch);
    for (const signal of SIGNALS) process.off(signal, listener);
  };
}

/**
 * The exit code by which a shell shows that a signal ended a program.
 *
 * @param {NodeJS.Signals} signal
 */
export const exitCodeOf = (signal) => 128 + constants.signals[signal];
