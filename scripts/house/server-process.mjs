import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

const START_LIMIT_MILLISECONDS = 60_000;
const STOP_LIMIT_MILLISECONDS = 10_000;
const PORT_ATTEMPTS = 5;
const LINES_KEPT = 40;

/**
 * @typedef {object} ServerCommand
 * @property {string} program
 * @property {readonly string[]} parameters
 * @property {RegExp} ready matches the line with which the server says that it accepts connections
 * @property {import('node:child_process').SpawnOptions} [options]
 */

/**
 * @typedef {object} RunningServer
 * @property {number} port
 * @property {() => Promise<void>} stop
 * @property {(signal: NodeJS.Signals) => Promise<void>} crash ends it by a signal and waits until it is gone
 * @property {() => Promise<void>} revive starts it again, on the same port and with the same files
 */

/**
 * Starts a server on a free port of the loopback address and resolves when it accepts connections. Between finding a
 * free port and binding it another process may take it, so that a start that fails is tried again on another one.
 *
 * @param {(port: number) => ServerCommand} commandFor
 * @returns {Promise<RunningServer>}
 */
export async function startServer(commandFor) {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    try {
      let end = await start(commandFor(port));
      const revive = async () => {
        end = await start(commandFor(port));
      };
      return { port, stop: () => end('SIGINT'), crash: (signal) => end(signal), revive };
    } catch (error) {
      if (attempt === PORT_ATTEMPTS || !/in use|could not bind|could not create any/i.test(String(error))) throw error;
    }
  }
}

/**
 * @param {ServerCommand} command
 * @returns {Promise<(signal: NodeJS.Signals) => Promise<void>>} ends the server by a signal
 */
async function start({ program, parameters, ready, options }) {
  const child = spawn(program, parameters, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  /** @param {NodeJS.Signals} signal */
  const end = async (signal) => {
    child.kill(signal);
    const limit = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MILLISECONDS);
    await exited.catch(() => undefined);
    clearTimeout(limit);
  };
  /** @type {string[]} */
  const lines = [];
  /** @type {Promise<void>} */
  const isReady = new Promise((resolve) => {
    /** @param {Buffer} chunk */
    const read = (chunk) => {
      lines.push(...String(chunk).trimEnd().split('\n'));
      if (lines.some((line) => ready.test(line))) resolve();
      lines.splice(0, lines.length - LINES_KEPT);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
  });
  const limit = new AbortController();
  try {
    const first = await Promise.race([isReady.then(() => 'ready'), exited.then(() => 'exited'), timeLimit(limit.signal)]);
    if (first !== 'ready') throw new Error(`${program} did not start (${first}):\n${lines.join('\n')}`);
    return end;
  } catch (error) {
    await end('SIGINT');
    throw error;
  } finally {
    limit.abort();
  }
}

/** @param {AbortSignal} signal */
function timeLimit(signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve('no answer within a minute'), START_LIMIT_MILLISECONDS);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });
}

/** @returns {Promise<number>} */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port on 127.0.0.1.');
  return address.port;
}
