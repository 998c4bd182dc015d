import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { findProgram } from './programs.mjs';
import { startServer } from './server-process.mjs';

const execute = promisify(execFile);

/** The Debian package, and the variable that names a running server instead. */
export const MARIADB = { package: 'mariadb-server', variable: 'MYSQL_URL' };

/** The program, `undefined` where it or the one that makes its files is not installed. */
export const mariadbProgram = () => (installProgram() === undefined ? undefined : findProgram('mariadbd'));

const installProgram = () => findProgram('mariadb-install-db');

/** What a database that dies with the tests can do without. */
const SETTINGS = [
  '--bind-address=127.0.0.1',
  '--skip-log-bin',
  '--skip-name-resolve',
  '--innodb-flush-log-at-trx-commit=0',
  '--innodb-buffer-pool-size=16M',
  '--innodb-log-file-size=8M',
  '--performance-schema=OFF',
];

/**
 * Starts a private MariaDB with fresh files, whose only user is `root` without a password. It refuses to run as root
 * unless it is told to.
 *
 * @param {string} folder an existing folder for its files
 */
export async function startMariadb(folder) {
  const directory = join(folder, 'mariadb');
  mkdirSync(directory);
  const data = join(directory, 'data');
  const user = process.getuid?.() === 0 ? ['--user=root'] : [];
  await execute(installProgram() ?? 'mariadb-install-db', ['--no-defaults', `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db', ...user]);
  const { port, ...server } = await startServer((free) => ({
    program: mariadbProgram() ?? 'mariadbd',
    parameters: ['--no-defaults', `--datadir=${data}`, `--port=${free}`, `--socket=${join(directory, 'socket')}`, `--pid-file=${join(directory, 'pid')}`, ...SETTINGS, ...user],
    ready: /ready for connections/,
  }));
  // It takes no notice of an interrupt.
  return { url: `mysql://root@127.0.0.1:${port}/mysql`, ...server, stop: () => server.crash('SIGTERM') };
}
