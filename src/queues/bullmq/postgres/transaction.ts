import { isMendqError } from '../../../core/errors.ts';
import type { BrokerPlace } from '../broker-error.ts';
import { isCollision, isConnectionLoss, toPgError } from './pg-error.ts';
import type { PgClientLike, PgPoolLike, PgResult } from './pg-pool.ts';

/** How often work is tried that a deadlock or a broken connection undid. */
const TRIES = 4;

/** Runs one statement that may run twice. Rejects with a `MendqError`. */
export async function query(pool: PgPoolLike, place: BrokerPlace, text: string, values: unknown[] = []): Promise<PgResult['rows']> {
  return tried(place, async () => (await pool.query(text, values)).rows);
}

/**
 * Runs work in one transaction. Where the connection breaks, also at the commit, or another transaction is in the way,
 * the whole work runs again: it must be safe to repeat. Errors for which `rethrow` is true come out as they are.
 */
export async function transaction<Result>(
  pool: PgPoolLike,
  place: BrokerPlace,
  work: (client: PgClientLike) => Promise<Result>,
  rethrow: (error: unknown) => boolean = () => false,
): Promise<Result> {
  return tried(place, async () => once(pool, work), rethrow);
}

async function once<Result>(pool: PgPoolLike, work: (client: PgClientLike) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  const ignore = (): void => undefined;
  client.on('error', ignore);
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: unknown) => (broken = failure instanceof Error ? failure : new Error(String(failure))));
    throw error;
  } finally {
    client.removeListener('error', ignore);
    client.release(broken);
  }
}

async function tried<Result>(place: BrokerPlace, work: () => Promise<Result>, rethrow: (error: unknown) => boolean = () => false): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (rethrow(error) || isMendqError(error)) throw error;
      if (attempt >= TRIES || !(isCollision(error) || isConnectionLoss(error))) throw toPgError(error, place);
    }
  }
}
