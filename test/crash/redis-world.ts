import { Queue, Worker, type Job } from 'bullmq';
import { Redis } from 'ioredis';
import { Pool } from 'pg';
import { bullmq } from '../../src/queues/bullmq/index.ts';
import { EFFECT_TABLES, effectStore, jobTypes } from './effects.ts';
import { drain, whereaboutsOf } from './bullmq-queue.ts';
import { processShipment } from './processor.ts';
import type { World } from './world.ts';

const NAME = 'shipments';

/** BullMQ on Redis; the ledger and the effects are in one PostgreSQL database. */
export async function openRedisWorld(redisUrl: string, databaseUrl: string, prefix: string): Promise<World> {
  const connection = new Redis(redisUrl, { maxRetriesPerRequest: null });
  const pool = new Pool({ connectionString: databaseUrl, max: 2 });
  await pool.query(EFFECT_TABLES);
  const effects = effectStore(async (text, parameters) => (await pool.query<Record<string, unknown>>(text, [...parameters])).rows);
  const queue = new Queue(NAME, { connection, prefix });
  return {
    queue: bullmq(NAME, { connection: redisUrl, prefix, jobs: jobTypes(effects) }),
    ledger: databaseUrl,
    publish: async (jobs) => {
      await queue.addBulk(jobs.map(({ jobId, payload }) => ({ name: 'ship', data: payload, opts: { jobId, attempts: 2 } })));
    },
    work: async (outage) => {
      const worker = new Worker(NAME, async (job: Job) => processShipment(job.id ?? '', job.data, { outage, ...effects }), { connection, prefix, concurrency: 4 });
      await drain(queue, worker);
    },
    effects: effects.list,
    whereabouts: (jobIds) => whereaboutsOf(queue, jobIds),
    close: async () => {
      await queue.close();
      connection.disconnect();
      await pool.end();
    },
  };
}
