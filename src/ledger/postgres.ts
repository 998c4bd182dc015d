import type { Pool } from 'pg';
import type { Ledger } from './contract.ts';
import { createLedger } from './ledger.ts';
import { migrate } from './migrate.ts';
import { locationOfPool, locationOfUrl } from './postgres-location.ts';
import { postgresDatabase } from './postgres-database.ts';

/** Where the ledger's PostgreSQL is. */
export type PostgresLedgerOptions = {
  /** Longest time for one statement, in milliseconds. @defaultValue 60 000 */
  readonly statementTimeout?: number;
} & (
  | {
      /** `postgres://user:password@host:port/database`; what it leaves out comes from the usual PG* variables. */
      readonly url: string;
    }
  | {
      /** A pool of the application's. It stays open when the ledger is closed. */
      readonly pool: Pool;
    }
);

/** A ledger on PostgreSQL, and the pool that it uses, for whatever else belongs into the same database. */
export interface PostgresLedger {
  readonly ledger: Ledger;
  readonly pool: Pool;
}

const STATEMENT_TIMEOUT = 60_000;
const CONNECTION_TIMEOUT = 10_000;
/** How much longer than the server the driver waits for a statement, for servers that have become silent. */
const SILENCE = 10_000;

/**
 * Opens the ledger in a PostgreSQL database and brings its tables up to date. Any number of processes may do so.
 * Rejects with `MENDQ_E_LEDGER_UNREACHABLE` (the message names the server, never the password), with
 * `MENDQ_E_LEDGER_TOO_NEW` where a later release has changed it, and with `MENDQ_E_CONFIG` where the URL is none.
 */
export async function openPostgresLedger(options: PostgresLedgerOptions): Promise<PostgresLedger> {
  const { statementTimeout = STATEMENT_TIMEOUT } = options;
  const given = 'pool' in options;
  const location = given ? locationOfPool(options.pool) : locationOfUrl(options.url);
  const pool = given ? options.pool : await openPool(options.url, statementTimeout);
  // A broken idle connection is replaced at the next use; without a listener it would end the process.
  pool.on('error', ignore);
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    if (given) pool.off('error', ignore);
    else await pool.end();
  };
  const database = { ...(await postgresDatabase(pool, location, statementTimeout)), close: () => (closed ??= close()) };
  try {
    await migrate(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return { ledger: createLedger(database), pool };
}

async function openPool(url: string, statementTimeout: number): Promise<Pool> {
  const { Pool: PgPool } = await import('pg');
  return new PgPool({
    connectionString: url,
    application_name: 'mendq',
    connectionTimeoutMillis: CONNECTION_TIMEOUT,
    query_timeout: statementTimeout + SILENCE,
    keepAlive: true,
    allowExitOnIdle: true,
  });
}

function ignore(): void {
  // The statement that needs the connection reports it.
}
