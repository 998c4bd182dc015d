import type { Clock } from '../../../core/clock.ts';
import type { BrokerPlace } from '../broker-error.ts';
import type { JobColumn } from './job-table.ts';
import type { PgPoolLike } from './pg-pool.ts';
import type { StoreVersion } from './store-version.ts';
import { query } from './transaction.ts';

/** An open queue in PostgreSQL, as every operation on it takes it. */
export interface PostgresQueue {
  readonly name: string;
  readonly place: BrokerPlace;
  readonly pool: PgPoolLike;
  /** BullMQ's schema, quoted. Named in every statement: the search path is not mendq's to rely on. */
  readonly schema: string;
  readonly columns: readonly JobColumn[];
  readonly version: StoreVersion;
  /** For people: where the loaded bullmq came from. */
  readonly bullmqFrom: string;
  readonly payloadBytes: number;
  readonly clock: Clock;
  /** Whether mendq's own table is known to be there. */
  readonly records: { ready: Promise<void> | undefined };
  /** Aborted when the adapter is closed. */
  readonly closing: AbortSignal;
}

/** The version that the queue's own workers and producers recorded. */
export async function recordedVersion(pool: PgPoolLike, place: BrokerPlace, schema: string): Promise<string | undefined> {
  const rows = await query(pool, place, `SELECT value FROM ${schema}.meta WHERE queue = $1 AND field = 'version'`, [place.queue]);
  return typeof rows[0]?.['value'] === 'string' ? rows[0]['value'] : undefined;
}
