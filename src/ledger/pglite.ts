import type { PGlite } from '@electric-sql/pglite';
import type { Clock } from '../core/clock.ts';
import type { JsonObject } from '../core/json.ts';
import type { Ledger } from './contract.ts';
import { createLedger } from './ledger.ts';
import { migrate } from './migrate.ts';
import { pgliteDatabase } from './pglite-database.ts';
import { openFolder } from './pglite-folder.ts';
import { voidLeases } from './take.ts';

/** Where the embedded ledger is. */
export type PgliteLedgerOptions =
  | {
      /** Created where it is missing, for this user only. Everything of the ledger is in it. */
      readonly folder: string;
      readonly clock: Clock;
      /** What other processes are told while this one opens the folder and, until `publish` is called, has it. */
      readonly about?: JsonObject;
    }
  | {
      /** A PGlite of the application's. It stays open when the ledger is closed. */
      readonly database: PGlite;
    };

/** An embedded ledger, and its PGlite, for whatever else belongs into the same database. */
export interface PgliteLedger {
  readonly ledger: Ledger;
  readonly database: PGlite;
  /** The folder that this process has now, and the way to tell others something; absent for a PGlite of the application's. */
  readonly held?: { readonly folder: string; readonly publish: (about: JsonObject) => void };
}

/**
 * Opens the ledger in a PGlite and brings its tables up to date. A folder is used by one process at a time, so its
 * ledger is exclusive: leases of an earlier process are void. Rejects with `MENDQ_E_LEDGER_LOCKED`, naming the holder,
 * where the folder is in use, with `MENDQ_E_LEDGER_CORRUPT` where it is damaged, with `MENDQ_E_LEDGER_UNREACHABLE`
 * where it can't be written, and with `MENDQ_E_LEDGER_TOO_NEW` where a later release has changed it.
 */
export async function openPgliteLedger(options: PgliteLedgerOptions): Promise<PgliteLedger> {
  if ('database' in options) {
    const { database } = options;
    const port = await pgliteDatabase(database, { location: `PGlite ${database.dataDir ?? 'in memory'}`, exclusive: false });
    await migrate(port);
    return { ledger: createLedger(port), database };
  }
  const { folder, ...how } = options;
  const opened = await openFolder(folder, how);
  const port = { ...(await pgliteDatabase(opened.database, { location: folder, exclusive: true })), close: () => opened.close() };
  try {
    await migrate(port);
    await port.transaction(voidLeases);
    await opened.ready();
  } catch (error) {
    await opened.close();
    throw error;
  }
  return { ledger: createLedger(port), database: opened.database, held: { folder: opened.folder, publish: opened.publish } };
}
