// npm run crash -- --broker embedded|bullmq-redis|bullmq-postgres --faults KIND|all --rounds N [--seed S] [--json]:
// disturbs healing at every step and counts what was lost or doubled.
import { join } from 'node:path';

import { runToEnd } from './house/child.mjs';
import { main } from './house/main.mjs';
import { ensurePackages } from './house/packages.mjs';
import { ROOT } from './house/root.mjs';
import { KEEPERS, startServices } from './house/services.mjs';

await main(async () => {
  const parameters = process.argv.slice(2);
  await ensurePackages(ROOT);
  // The embedded broker needs no server.
  const services = parameters.some((parameter) => /^(--broker=)?bullmq-/.test(parameter)) ? await startServices(KEEPERS) : undefined;
  try {
    const env = { ...process.env, ...services?.variables };
    return await runToEnd(process.execPath, ['--import', 'tsx', join(ROOT, 'test', 'crash', 'crash.ts'), ...parameters], { cwd: ROOT, env });
  } finally {
    await services?.stop();
  }
});
