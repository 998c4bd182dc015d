import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPostgresBackend, Queue, runMigrations, Worker, type Job } from 'bullmq';
import { bullmq, pglitePool } from '../../src/queues/bullmq/index.ts';
import { EFFECT_TABLES, effectStore, jobTypes } from './effects.ts';
import { drain, whereaboutsOf } from './bullmq-queue.ts';
import { processShipment } from './processor.ts';
import type { World } from './world.ts';

const NAME = 'shipments';

/** BullMQ on PGlite in a folder; the effects are counted in the same PGlite. */
export async function openEmbeddedWorld(directory: string): Promise<World> {
  const database = await PGlite.create(join(directory, 'queue'));
  const pool = pglitePool(database);
  const session = await pool.connect();
  await runMigrations(session, 'bullmq', { skipVersionCheck: true });
  session.release();
  await database.exec(EFFECT_TABLES);
  const effects = effectStore(async (text, parameters) => (await database.query<Record<string, unknown>>(text, [...parameters])).rows);
  const queue = new Queue(NAME, { connection: pool }, createPostgresBackend);

  return {
    queue: bullmq(NAME, { postgres: pool, jobs: jobTypes(effects) }),
    ledger: join(directory, 'ledger'),
    publish: async (jobs) => {
      await queue.addBulk(jobs.map(({ jobId, payload }) => ({ name: 'ship', data: payload, opts: { jobId, attempts: 2 } })));
    },
    work: async (outage) => {
      const worker = new Worker(NAME, async (job: Job) => processShipment(job.id ?? '', job.data, { outage, ...effects }), { connection: pool, concurrency: 4 }, createPostgresBackend);
      await drain(queue as unknown as Queue, worker as unknown as Worker);
    },
    effects: effects.list,
    whereabouts: (jobIds) => whereaboutsOf(queue as unknown as Queue, jobIds),
    close: async () => {
      await queue.close();
      await database.close();
    },
  };
}
