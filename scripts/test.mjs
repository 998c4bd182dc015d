// npm test [-- vitest's parameters]: the whole suite on private servers, on a fresh clone with only Node and npm.
import { join } from 'node:path';

import { runToEnd } from './house/child.mjs';
import { exitCodeOf, onEndRequest } from './house/end-request.mjs';
import { main } from './house/main.mjs';
import { ensurePackages } from './house/packages.mjs';
import { ROOT } from './house/root.mjs';
import { SERVICES, startServices } from './house/services.mjs';

await main(async () => {
  /** @type {number | undefined} */
  let endedBy;
  onEndRequest((signal) => {
    endedBy = exitCodeOf(signal);
  });
  await ensurePackages(ROOT);
  const services = await startServices(SERVICES);
  try {
    if (endedBy !== undefined) return endedBy;
    const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
    const env = { ...process.env, ...services.variables };
    const code = await runToEnd(process.execPath, [vitest, 'run', ...process.argv.slice(2)], { cwd: ROOT, env });
    return endedBy ?? code;
  } finally {
    await services.stop();
  }
});
