import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Pool, PoolClient } from 'pg';
import { messageOf } from '../core/errors.ts';
import type { Database, Session } from './database.ts';
import { driverErrorOf, isConflict, toLedgerError } from './database-error.ts';

/** How often a transaction is tried that loses against others. */
const MOST_ATTEMPTS = 5;

/** The ledger's database port over a pool of connections. `close` does nothing: the pool is its opener's. */
export async function postgresDatabase(pool: Pool, location: string, statementTimeout: number): Promise<Database> {
  const { drizzle } = await import('drizzle-orm/node-postgres');
  const begin = beginWith(statementTimeout);

  const transaction: Database['transaction'] = async (work) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await runTransaction(pool, begin, (client) => work(drizzle({ client }) satisfies NodePgDatabase as Session));
      } catch (error) {
        if (!isConflict(error) || attempt >= MOST_ATTEMPTS) throw toLedgerError(error, location);
      }
    }
  };
  return { location, exclusive: false, transaction, close: async () => undefined };
}

/**
 * Settings that the database or the role may have changed and that the ledger relies on; local to the transaction,
 * because connections may be shared with others (a given pool, pgbouncer). One round trip.
 */
function beginWith(statementTimeout: number): string {
  return [
    'begin isolation level read committed read write',
    `set local statement_timeout = ${Math.round(statementTimeout)}`,
    `set local idle_in_transaction_session_timeout = ${Math.round(statementTimeout)}`,
    "set local datestyle = 'ISO'",
    "set local timezone = 'UTC'",
  ].join('; ');
}

async function runTransaction<Result>(pool: Pool, begin: string, work: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  let broken = false;
  const onError = (): void => {
    broken = true;
  };
  // A connection that breaks while it is lent out has no other listener and would end the process.
  client.on('error', onError);
  try {
    await client.query(begin);
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    // A server that has fallen silent would not answer the rollback either.
    broken ||= messageOf(driverErrorOf(error)) === 'Query read timeout' || !(await rolledBack(client));
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

async function rolledBack(client: PoolClient): Promise<boolean> {
  return await client.query('rollback').then(
    () => true,
    () => false,
  );
}
