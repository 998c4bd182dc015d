import { join } from 'node:path';
import { mkdirSync } from 'node:fs';

import { findProgram } from './programs.mjs';
import { startServer } from './server-process.mjs';

/** The Debian package, and the variable that names a running server instead. */
export const REDIS = { package: 'redis-server', variable: 'REDIS_URL' };

/** The program, `undefined` where it is not installed. */
export const redisProgram = () => findProgram('redis-server', 'valkey-server');

/**
 * Starts a private Redis that keeps nothing on disk, unless other parameters say so.
 *
 * @param {string} folder an existing folder for its files
 * @param {readonly string[]} [parameters] of redis-server
 */
export async function startRedis(folder, parameters = []) {
  const directory = join(folder, 'redis');
  mkdirSync(directory);
  const { port, ...server } = await startServer((free) => ({
    program: redisProgram() ?? 'redis-server',
    parameters: ['--port', String(free), '--bind', '127.0.0.1', '--dir', directory, '--save', '', '--appendonly', 'no', ...parameters],
    ready: /ready to accept connections/i,
  }));
  return { url: `redis://127.0.0.1:${port}`, directory, ...server };
}
