import { createPostgresBackend, Queue, runMigrations, Worker, type Job } from 'bullmq';
import { Pool } from 'pg';
import { bullmq } from '../../src/queues/bullmq/index.ts';
import { jobTypes, openEffects } from './effects.ts';
import { drain, whereaboutsOf } from './bullmq-queue.ts';
import { processShipment } from './processor.ts';
import type { Stores } from './stores.ts';
import type { World } from './world.ts';

const NAME = 'shipments';

/** BullMQ on a PostgreSQL server, the ledger and the effects in databases of their own. */
export async function openPostgresWorld({ brokerUrl, brokerUrlForMendq, ledgerUrl, effectsUrl }: Stores): Promise<World> {
  const pool = new Pool({ connectionString: brokerUrl, options: '-c search_path=bullmq', max: 6 });
  pool.on('error', () => undefined);
  pool.setMaxListeners(0);
  const session = await pool.connect();
  await runMigrations(session);
  session.release();
  const effects = await openEffects(effectsUrl);
  const connection = pool as never;
  const queue = new Queue(NAME, { connection }, createPostgresBackend) as unknown as Queue;
  queue.on('error', () => undefined);
  return {
    queue: bullmq(NAME, { postgres: brokerUrlForMendq, jobs: jobTypes(effects) }),
    ledger: ledgerUrl,
    publish: async (jobs) => {
      await queue.addBulk(jobs.map(({ jobId, payload }) => ({ name: 'ship', data: payload, opts: { jobId, attempts: 2 } })));
    },
    work: async (outage) => {
      const worker = new Worker(NAME, async (job: Job) => processShipment(job.id ?? '', job.data, { outage, ...effects }), { connection, concurrency: 4 }, createPostgresBackend);
      await drain(queue, worker as unknown as Worker);
    },
    effects: effects.list,
    whereabouts: (jobIds) => whereaboutsOf(queue, jobIds),
    close: async () => {
      await queue.close();
      await pool.end();
      await effects.close();
    },
  };
}
