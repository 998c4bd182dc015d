// npm test [-- vitest's parameters]: the whole suite on private servers, on a fresh clone with only Node and npm.
import { join } from 'node:path';

import { runToEnd } from './house/child.mjs';
import { main } from './house/main.mjs';
import { ensurePackages } from './house/packages.mjs';
import { ROOT } from './house/root.mjs';
import { startServices } from './house/services.mjs';
import { untilSignal } from './house/signals.mjs';

await main(async () => {
  const signal = untilSignal();
  await ensurePackages(ROOT);
  const services = await startServices();
  try {
    if (signal.code !== undefined) return signal.code;
    const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
    const env = { ...process.env, ...services.variables };
    const code = await runToEnd(process.execPath, [vitest, 'run', ...process.argv.slice(2)], { cwd: ROOT, env });
    return signal.code ?? code;
  } finally {
    await services.stop();
  }
});
