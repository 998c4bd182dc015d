import { execFile } from 'node:child_process';
import { chownSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { findProgram } from './programs.mjs';
import { startServer } from './server-process.mjs';

const execute = promisify(execFile);

/** The Debian package, and the variable that names a running server instead. */
export const POSTGRES = { package: 'postgresql', variable: 'DATABASE_URL' };

/** `initdb`, beside which the server's own program lies; `undefined` where it is not installed. */
export const postgresProgram = () => findProgram('initdb');

/** What a database that dies with the tests can do without. */
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'max_connections=200',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'lc_messages=C',
];

/**
 * Starts a private PostgreSQL with a fresh cluster. PostgreSQL refuses to run as root: there it runs as the user that
 * Debian's package made for it.
 *
 * @param {string} folder an existing folder for its files
 * @param {readonly string[]} [settings] as `name=value`
 */
export async function startPostgres(folder, settings = []) {
  const initdb = postgresProgram() ?? 'initdb';
  const directory = join(folder, 'postgres');
  mkdirSync(directory);
  const options = { cwd: directory, ...(await ownerOf(directory)) };
  const data = join(directory, 'data');
  await execute(initdb, ['-D', data, '-U', 'mendq', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'], options);
  const { port, ...server } = await startServer((free) => ({
    program: join(dirname(initdb), 'postgres'),
    parameters: ['-D', data, '-k', directory, '-p', String(free), ...[...SETTINGS, ...settings].flatMap((setting) => ['-c', setting])],
    ready: /ready to accept connections/,
    options,
  }));
  return { url: `postgres://mendq@127.0.0.1:${port}/postgres`, ...server };
}

/**
 * The user to run as, to whom the folder is given; nobody else than the present one unless that is root.
 *
 * @param {string} directory
 * @returns {Promise<{ uid?: number, gid?: number }>}
 */
async function ownerOf(directory) {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = await Promise.all(['-u', '-g'].map(async (flag) => Number((await execute('id', [flag, 'postgres'])).stdout)));
  if (uid === undefined || gid === undefined) throw new Error('There is no user "postgres" to run PostgreSQL as.');
  chownSync(directory, uid, gid);
  return { uid, gid };
}
