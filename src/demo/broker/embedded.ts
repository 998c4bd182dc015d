import type { PGlite } from '@electric-sql/pglite';
import * as bullmqModule from 'bullmq';
import { keepErrors, pglitePool } from '../../queues/bullmq/index.ts';
import type { Broker } from './broker.ts';
import { CONCURRENCY, runningQueue, type AnyQueue, type AnyWorker } from './running-queue.ts';

/** BullMQ's PostgreSQL backend in the same embedded database as the business tables. */
export async function embeddedBroker(database: PGlite): Promise<Broker> {
  const { Queue, Worker } = bullmqModule.withBackend(bullmqModule.createPostgresBackend);
  const pool = pglitePool(database);
  const client = await pool.connect();
  await bullmqModule.runMigrations(client);
  client.release();
  const opened: Pick<AnyQueue, 'close'>[] = [];
  return {
    description: 'BullMQ on an embedded PGlite',
    store: { postgres: pool, bullmq: bullmqModule },
    start: async (name, process) => {
      const queue: AnyQueue = new Queue(name, { connection: pool });
      const worker: AnyWorker = new Worker(name, keepErrors((job: { readonly data: unknown }) => process(job.data)), { connection: pool, concurrency: CONCURRENCY });
      opened.push(worker, queue);
      return runningQueue(queue, worker);
    },
    storedPayload: async (queue, id) => {
      const { rows } = await database.query<{ data: string }>('SELECT data::text AS data FROM bullmq.job WHERE queue = $1 AND id = $2', [queue, id]);
      return rows[0]?.data;
    },
    close: async () => {
      for (const part of opened) await part.close();
      await pool.end();
    },
  };
}
