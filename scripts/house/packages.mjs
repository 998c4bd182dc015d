import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { runToEnd } from './child.mjs';

/** @typedef {{ version?: string, optional?: boolean, devOptional?: boolean }} LockEntry */

/**
 * True where every package that the lock file names is installed in that version. Optional ones may be missing:
 * most of them are for other platforms.
 *
 * @param {string} root folder of package.json
 */
export function packagesAreCurrent(root) {
  const wanted = lockEntries(join(root, 'package-lock.json'));
  const installed = lockEntries(join(root, 'node_modules', '.package-lock.json'));
  return Object.entries(wanted).every(
    ([path, entry]) => path === '' || entry.optional || entry.devOptional || installed[path]?.version === entry.version,
  );
}

/**
 * Installs the packages of the lock file where some are missing or of another version. npm's words go to stderr, so
 * that stdout stays the program's own.
 *
 * @param {string} root folder of package.json
 */
export async function ensurePackages(root) {
  if (packagesAreCurrent(root)) return;
  process.stderr.write('Installing packages (npm ci)...\n');
  const code = await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], root);
  if (code !== 0) throw new Error(`npm ci ended with code ${code}. Look at its message above, then run "npm ci --ignore-scripts" yourself.`);
}

/**
 * @param {readonly string[]} parameters
 * @param {string} root
 */
function npm(parameters, root) {
  /** @type {import('node:child_process').SpawnOptions} */
  const options = { cwd: root, stdio: ['ignore', 2, 2] };
  const npmScript = process.env['npm_execpath'];
  if (npmScript?.endsWith('npm-cli.js')) return runToEnd(process.execPath, [npmScript, ...parameters], options);
  return runToEnd('npm', parameters, { ...options, shell: process.platform === 'win32' });
}

/**
 * @param {string} file
 * @returns {Record<string, LockEntry>}
 */
function lockEntries(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};
}
