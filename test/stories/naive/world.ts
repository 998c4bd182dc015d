import type { Job, Queue } from 'bullmq';
import { z } from 'zod';
import type { Json } from '../../../src/core/json.ts';
import type { ModelPort } from '../../../src/model/contract.ts';
import type { Mendq } from '../../../src/index.ts';
import { eventually } from '../backends.ts';
import { redisJobs, type JobStore } from '../job-store.ts';

/** The business of these tests: an order line with money in it. */
export const Order = z.object({ orderId: z.string(), amount: z.number(), quantity: z.number() });

/** A queue of orders on real BullMQ, whose worker validates and then does nothing. */
export interface World {
  readonly store: JobStore;
  readonly queue: Queue;
  /** Puts jobs on the queue, runs a worker until all of them are dead, and ends it. */
  die(payloads: readonly Json[], fail?: (job: Job) => void): Promise<readonly string[]>;
  /** Runs a worker until the queue is idle; the payloads that it got, as they ran. */
  run(fail?: (job: Job) => void): Promise<readonly Json[]>;
  healer(model?: ModelPort): Mendq;
  state(id: string): Promise<string>;
  data(id: string): Promise<unknown>;
}

export async function openWorld(): Promise<World> {
  const store = await redisJobs();
  const queue = store.queue('orders');
  const strict = (job: Job): void => { Order.parse(job.data); };
  const runAll = async (fail: (job: Job) => void): Promise<readonly Json[]> => {
    const ran: Json[] = [];
    const worker = store.work('orders', async (job) => { ran.push(job.data as Json); fail(job); });
    await eventually('the queue to be idle', async () => (await queue.getJobCountByTypes('wait', 'active', 'prioritized', 'delayed')) === 0);
    await worker.close();
    return ran;
  };
  return {
    store,
    queue,
    die: async (payloads, fail = strict) => {
      const jobs = await queue.addBulk(payloads.map((data) => ({ name: 'save', data, opts: { attempts: 1 } })));
      await runAll(fail);
      return jobs.map(({ id }) => id ?? '');
    },
    run: async (fail = () => undefined) => runAll(fail),
    healer: (model) => store.mendq([store.definition('orders', { save: { schema: Order, effects: 'database' } })], model === undefined ? {} : { model }),
    state: async (id) => queue.getJobState(id),
    data: async (id) => (await queue.getJob(id))?.data as unknown,
  };
}
