import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { runToEnd } from './child.mjs';
import { ensurePackages } from './packages.mjs';
import { ROOT } from './root.mjs';

/**
 * Compiles a TypeScript file of bench/ or test/properties/fuzz/ with all that it imports, as `npm run build` does, and
 * runs it in its own process: what is measured is the code that ships, without a loader's additions. Resolves to the
 * exit code.
 *
 * @param {string} file path from the root of the repository
 * @param {readonly string[]} parameters
 */
export async function runCompiled(file, parameters) {
  await ensurePackages(ROOT);
  // Below node_modules, so that the packages are found from there.
  const cache = join(ROOT, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const out = mkdtempSync(join(cache, 'mendq-compiled-'));
  try {
    const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    const code = await runToEnd(process.execPath, [compiler, '-p', join('bench', 'tsconfig.json'), '--outDir', out], { cwd: ROOT, stdio: ['ignore', 2, 2] });
    if (code !== 0) return code;
    // What the program reads beside its code, as from the root of the package.
    for (const name of ['package.json', 'drizzle']) symlinkSync(join(ROOT, name), join(out, name));
    return await runToEnd(process.execPath, ['--enable-source-maps', ...nodeOptions(), join(out, file.replace(/[.]ts$/, '.js')), ...parameters], { cwd: ROOT });
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/** Options for the compiled program alone: `MENDQ_NODE_OPTIONS="--cpu-prof"` profiles it. */
function nodeOptions() {
  return (process.env['MENDQ_NODE_OPTIONS'] ?? '').split(' ').filter((option) => option !== '');
}
