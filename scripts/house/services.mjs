import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { MARIADB, mariadbProgram, startMariadb } from './mariadb.mjs';
import { POSTGRES, postgresProgram, startPostgres } from './postgres.mjs';
import { installPrograms } from './programs.mjs';
import { REDIS, redisProgram, startRedis } from './redis.mjs';

/** What keeps queues and ledgers. */
export const KEEPERS = [
  { ...REDIS, program: redisProgram, start: startRedis },
  { ...POSTGRES, program: postgresProgram, start: startPostgres },
];

/** What the tests need: beside those a MariaDB, whose errors are read. */
export const SERVICES = [...KEEPERS, { ...MARIADB, program: mariadbProgram, start: startMariadb }];

/**
 * Starts the services that the environment does not name. Installs them first where they are missing. `stop` ends them
 * and removes their files.
 *
 * @param {typeof SERVICES} services
 * @returns {Promise<{ variables: Record<string, string>, stop: () => Promise<void> }>}
 */
export async function startServices(services) {
  const wanted = services.filter((service) => !process.env[service.variable]);
  await installPrograms(wanted.filter((service) => service.program() === undefined));

  const folder = mkdtempSync(join(tmpdir(), 'mendq-test-'));
  // PostgreSQL may run as another user, who has to pass through.
  chmodSync(folder, 0o711);
  const started = await Promise.allSettled(wanted.map(async ({ variable, start }) => ({ variable, ...(await start(folder)) })));
  const running = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const stop = async () => {
    await Promise.all(running.map((server) => server.stop()));
    rmSync(folder, { recursive: true, force: true });
  };
  const failure = started.find((each) => each.status === 'rejected');
  if (failure !== undefined) {
    await stop();
    throw failure.reason;
  }
  return { variables: Object.fromEntries(running.map(({ variable, url }) => [variable, url])), stop };
}
