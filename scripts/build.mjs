// npm run build: compiles src/ to dist/, which is emptied first so that no file of an older tree is published.
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { runToEnd } from './house/child.mjs';
import { main } from './house/main.mjs';
import { ROOT } from './house/root.mjs';

await main(() => {
  rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  return runToEnd(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: ROOT });
});
