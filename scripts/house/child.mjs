import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** @typedef {import('node:child_process').SpawnOptions} SpawnOptions */

const FORWARDED = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Runs a command to its end and resolves to its exit code, 128 + the signal's number where a signal ended it.
 * Signals that arrive meanwhile are passed on. Rejects where the command cannot be started.
 *
 * @param {string} command
 * @param {readonly string[]} parameters
 * @param {SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function runToEnd(command, parameters, options = {}) {
  const child = spawn(command, parameters, { stdio: 'inherit', ...options });
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    // A terminal sends Ctrl-C to the child as well; twice would mean "abort" instead of "finish the letter in hand".
    if (signal === 'SIGINT' && process.stdin.isTTY) return;
    child.kill(signal);
  };
  for (const signal of FORWARDED) process.on(signal, pass);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(signal === null ? (code ?? 1) : 128 + constants.signals[signal]));
  }).finally(() => {
    for (const signal of FORWARDED) process.off(signal, pass);
  });
}
