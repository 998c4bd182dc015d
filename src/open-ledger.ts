import { join, resolve } from 'node:path';
import type { Clock } from './core/clock.ts';
import type { JsonObject } from './core/json.ts';
import type { OpenLedger } from './house.ts';
import type { Holding } from './ledger/folder-lock.ts';

/**
 * Opens the ledger that the configuration names: PostgreSQL for a `postgres://` URL, otherwise the embedded PGlite in
 * a folder, where `about` is what other processes are told meanwhile. The database package that is not needed is never loaded.
 */
export async function openLedger(location: string | undefined, directory: string, clock: Clock, about: JsonObject = {}): Promise<OpenLedger> {
  const folder = ledgerFolder(location, directory);
  if (location !== undefined && folder === undefined) {
    const { openPostgresLedger } = await import('./ledger/postgres.ts');
    const { ledger } = await openPostgresLedger({ url: location });
    // A schema of its own: the application's own BullMQ may use the default one in the same database.
    return { ledger, engineConnection: { connectionString: location, schema: 'mendq_engine', migrate: true, max: 3 } };
  }
  const { openPgliteLedger } = await import('./ledger/pglite.ts');
  const { pglitePool } = await import('./pglite/pglite-pool.ts');
  const { ledger, database, held } = await openPgliteLedger({ folder: folder ?? '', clock, about });
  return { ledger, engineConnection: pglitePool(database), ...(held === undefined ? {} : { held }) };
}

/** The folder of an embedded ledger; `undefined` for one on PostgreSQL. */
export function ledgerFolder(location: string | undefined, directory: string): string | undefined {
  if (location !== undefined && /^postgres(ql)?:\/\//.test(location)) return undefined;
  return resolve(directory, location ?? join('.mendq', 'ledger'));
}

/** Looks which process has an embedded ledger. Takes nothing and never rejects. */
export async function lookAtLedger(folder: string): Promise<Holding> {
  const { lookAtFolder } = await import('./ledger/folder-lock.ts');
  return lookAtFolder(folder);
}
