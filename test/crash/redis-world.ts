import { Queue, Worker, type Job } from 'bullmq';
import { Redis } from 'ioredis';
import { bullmq } from '../../src/queues/bullmq/index.ts';
import { jobTypes, openEffects } from './effects.ts';
import { drain, whereaboutsOf } from './bullmq-queue.ts';
import { processShipment } from './processor.ts';
import type { Stores } from './stores.ts';
import type { World } from './world.ts';

const NAME = 'shipments';

/** BullMQ on Redis, the ledger and the effects on PostgreSQL. */
export async function openRedisWorld({ brokerUrl, brokerUrlForMendq, ledgerUrl, effectsUrl, prefix }: Stores): Promise<World> {
  const connection = new Redis(brokerUrl, { maxRetriesPerRequest: null });
  connection.on('error', () => undefined);
  const effects = await openEffects(effectsUrl);
  const queue = new Queue(NAME, { connection, prefix });
  queue.on('error', () => undefined);
  return {
    queue: bullmq(NAME, { connection: brokerUrlForMendq, prefix, jobs: jobTypes(effects) }),
    ledger: ledgerUrl,
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
      await effects.close();
    },
  };
}
