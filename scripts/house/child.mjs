import { spawn } from 'node:child_process';

import { exitCodeOf, onEndRequest } from './end-request.mjs';

/** @typedef {import('node:child_process').SpawnOptions} SpawnOptions */

/**
 * Runs a command to its end and resolves to its exit code, 128 + the signal's number where a signal ended it.
 * Requests to end that arrive meanwhile are passed on. Rejects where the command cannot be started.
 *
 * @param {string} command
 * @param {readonly string[]} parameters
 * @param {SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function runToEnd(command, parameters, options = {}) {
  const child = spawn(command, parameters, { stdio: 'inherit', ...options });
  const stopListening = onEndRequest((signal) => {
    // A terminal sends Ctrl-C to the child as well; twice would mean "abort" instead of "finish the letter in hand".
    if (signal === 'SIGINT' && process.stdin.isTTY) return;
    child.kill(signal);
  });
  /** @type {Promise<number>} */
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(signal === null ? (code ?? 1) : exitCodeOf(signal)));
  });
  return ended.finally(stopListening);
}
