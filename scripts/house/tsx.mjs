import { resolve } from 'node:path';

import { runToEnd } from './child.mjs';
import { ensurePackages } from './packages.mjs';
import { ROOT } from './root.mjs';

/**
 * Runs a TypeScript file of this repository in its own process and resolves to its exit code. Packages are installed
 * first where some are missing.
 *
 * @param {string} file path from the root of the repository
 * @param {readonly string[]} parameters
 */
export async function runTypeScript(file, parameters) {
  await ensurePackages(ROOT);
  return runToEnd(process.execPath, ['--import', import.meta.resolve('tsx'), resolve(ROOT, file), ...parameters]);
}
