import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { runToEnd } from './child.mjs';

/** Where Debian keeps the servers' programs of PostgreSQL: outside PATH, one folder a version. */
const POSTGRES_FOLDERS = '/usr/lib/postgresql';
/** Where it keeps other servers: in the PATH of root only. */
const SERVERS_FOLDER = '/usr/sbin';

/**
 * The full path of the first of `names` that is installed, `undefined` where none is.
 *
 * @param {...string} names
 */
export function findProgram(...names) {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), SERVERS_FOLDER, ...postgresFolders()];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/**
 * Installs Debian packages. Where that is not possible, throws with a sentence that names them and the way around.
 *
 * @param {readonly { package: string, variable: string }[]} missing with the variable that points to a running server instead
 */
export async function installPrograms(missing) {
  if (missing.length === 0) return;
  const names = missing.map((each) => each.package);
  if (process.getuid?.() !== 0 || findProgram('apt-get') === undefined) {
    const variables = missing.map((each) => each.variable).join(' and ');
    throw new Error(`The tests need ${names.join(' and ')}. Install what is missing, or name running servers in ${variables} ("docker compose up" starts all of them).`);
  }
  process.stderr.write(`Installing ${names.join(', ')} (apt-get)...\n`);
  await aptGet('update');
  await aptGet('install', '--yes', '--no-install-recommends', ...names);
}

/** @param {...string} parameters */
async function aptGet(...parameters) {
  const code = await runToEnd('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=120', ...parameters], {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (code !== 0) throw new Error(`apt-get ${parameters.join(' ')} ended with code ${code}.`);
}

/** Newest version first. */
function postgresFolders() {
  try {
    const versions = readdirSync(POSTGRES_FOLDERS).toSorted((left, right) => Number(right) - Number(left));
    return versions.map((version) => join(POSTGRES_FOLDERS, version, 'bin'));
  } catch {
    return [];
  }
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
