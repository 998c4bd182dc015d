import { join, resolve } from 'node:path';
import type { Clock } from './core/clock.ts';
import type { OpenLedger } from './house.ts';

/**
 * Opens the ledger that the configuration names: PostgreSQL for a `postgres://` URL, otherwise the embedded PGlite in
 * a folder. The database package that is not needed is never loaded.
 */
export async function openLedger(location: string | undefined, directory: string, clock: Clock): Promise<OpenLedger> {
  if (location !== undefined && /^postgres(ql)?:\/\//.test(location)) {
    const { openPostgresLedger } = await import('./ledger/postgres.ts');
    const { ledger } = await openPostgresLedger({ url: location });
    // A schema of its own: the application's own BullMQ may use the default one in the same database.
    return { ledger, engineConnection: { connectionString: location, schema: 'mendq_engine', migrate: true, max: 3 } };
  }
  const { openPgliteLedger } = await import('./ledger/pglite.ts');
  const { pglitePool } = await import('./pglite/pglite-pool.ts');
  const { ledger, database } = await openPgliteLedger({ folder: resolve(directory, location ?? join('.mendq', 'ledger')), clock });
  return { ledger, engineConnection: pglitePool(database) };
}
