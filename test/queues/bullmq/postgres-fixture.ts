import { PGlite } from '@electric-sql/pglite';
import { createPostgresBackend, Queue, runMigrations, Worker } from 'bullmq';
import pg from 'pg';
import { bullmq, pglitePool, type PgPoolConfig, type PgPoolLike } from '../../../src/queues/bullmq/index.ts';
import type { QueueEnvironment } from '../../../src/queues/contract.ts';
import { freshDatabase } from '../../services.ts';
import { fixture, freshName, type BullmqFixture } from './bullmq-fixture.ts';

/** A database with BullMQ's tables. */
export interface PostgresStore {
  readonly pool: PgPoolLike;
  stop(): Promise<void>;
}

/** BullMQ's tables on an embedded PGlite. */
export async function pgliteStore(): Promise<PostgresStore> {
  const database = await PGlite.create();
  const pool = pglitePool(database);
  const client = await pool.connect();
  await runMigrations(client);
  client.release();
  return {
    pool,
    stop: async () => {
      await pool.end();
      await database.close();
    },
  };
}

/** BullMQ's tables in a fresh database of the PostgreSQL of the test run. */
export async function serverStore(): Promise<PostgresStore & { readonly url: string }> {
  const { url, drop } = await freshDatabase();
  const pool = new pg.Pool({ connectionString: url, options: '-c search_path=bullmq', max: 12 });
  pool.setMaxListeners(0);
  pool.on('error', () => undefined);
  const client = await pool.connect();
  await runMigrations(client);
  client.release();
  return {
    url,
    pool,
    stop: async () => {
      await pool.end();
      await drop();
    },
  };
}

/** A fresh queue in a store. `postgres`: what the adapter connects with, the store's pool where absent. */
export async function postgresFixture(
  store: PostgresStore,
  change: Partial<QueueEnvironment> & { readonly postgres?: string | PgPoolConfig | PgPoolLike } = {},
): Promise<BullmqFixture> {
  const { postgres = store.pool, ...environment } = change;
  const name = freshName();
  const connection = store.pool as never;
  const queue = new Queue(name, { connection }, createPostgresBackend);
  const worker = new Worker(name, null, { connection, autorun: false }, createPostgresBackend);
  return fixture({ queue: queue as unknown as Queue, worker: worker as unknown as Worker, definition: bullmq(name, { postgres }) }, environment);
}
