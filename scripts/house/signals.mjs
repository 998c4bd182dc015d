import { constants } from 'node:os';

/**
 * Keeps the process alive through signals that ask it to end, so that it can clean up first. `code` is then the exit
 * code to end with, `undefined` before.
 *
 * @returns {{ readonly code: number | undefined }}
 */
export function untilSignal() {
  /** @type {number | undefined} */
  let code;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      code = 128 + constants.signals[signal];
    });
  }
  return {
    get code() {
      return code;
    },
  };
}
