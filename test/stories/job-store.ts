import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPostgresBackend, FlowProducer, Queue, Worker, type Job, type WorkerOptions } from 'bullmq';
import { Redis } from 'ioredis';
import type { JobTypeMap } from '../../src/core/job-type-options.ts';
import { createMendq, type Mendq, type MendqConfig } from '../../src/index.ts';
import type { QueueDefinition } from '../../src/queues/contract.ts';
import { bullmq } from '../../src/queues/bullmq/index.ts';
import { serverStore } from '../queues/bullmq/postgres-fixture.ts';
import { freshDatabase, freshPrefix, redisUrl } from '../services.ts';

/** Queues of one store of BullMQ, with producers of flows, workers, and a place for the ledger. */
export interface JobStore {
  readonly flow: FlowProducer;
  /** The producer of a queue, the same one each time. */
  queue(name: string): Queue;
  work(name: string, processor: string | ((job: Job) => Promise<unknown>) | null, options?: Partial<WorkerOptions>): Worker;
  /** mendq's definition of a queue, or of all that match a pattern. */
  definition<const Schemas extends Record<string, unknown>>(name: string, jobs?: JobTypeMap<Schemas>): QueueDefinition;
  /** A healer on a ledger of its own that does not wait between rounds. */
  mendq(queues: readonly QueueDefinition[], change?: Partial<MendqConfig>): Mendq;
  close(): Promise<void>;
}

export type OpenJobStore = () => Promise<JobStore>;

/** What a store gives to the makers of queues and workers. */
interface Maker {
  readonly flow: FlowProducer;
  queue(name: string): Queue;
  work(name: string, processor: string | ((job: Job) => Promise<unknown>) | null, options: Partial<WorkerOptions>): Worker;
  definition(name: string, jobs: JobTypeMap<Record<string, unknown>>): QueueDefinition;
  stop(): Promise<void>;
}

/** Queues in the Redis of the test run. */
export const redisJobs: OpenJobStore = async () => {
  const prefix = freshPrefix();
  const connection = new Redis(redisUrl(), { maxRetriesPerRequest: null });
  return jobStore({
    flow: new FlowProducer({ connection, prefix }),
    queue: (name) => new Queue(name, { connection, prefix }),
    work: (name, processor, options) => new Worker(name, processor, { connection, prefix, ...options }),
    definition: (name, jobs) => bullmq(name, { connection: redisUrl(), prefix, jobs }),
    stop: async () => {
      const keys = await connection.keys(`${prefix}:*`);
      if (keys.length > 0) await connection.del(...keys);
      connection.disconnect();
    },
  });
};

/** Queues in a fresh database of the PostgreSQL of the test run. */
export const postgresJobs: OpenJobStore = async () => {
  const store = await serverStore();
  const connection = store.pool as never;
  return jobStore({
    flow: new FlowProducer({ connection }, createPostgresBackend) as unknown as FlowProducer,
    queue: (name) => new Queue(name, { connection }, createPostgresBackend) as unknown as Queue,
    work: (name, processor, options) => new Worker(name, processor as never, { connection, ...options } as never, createPostgresBackend) as unknown as Worker,
    definition: (name, jobs) => bullmq(name, { postgres: store.url, jobs }),
    stop: store.stop,
  });
};

/** Both stores, for `describe.each`. */
export const JOB_STORES = [['redis', redisJobs], ['postgres', postgresJobs]] as const;

async function jobStore(maker: Maker): Promise<JobStore> {
  const directory = await mkdtemp(join(tmpdir(), 'mendq-jobs-'));
  const queues = new Map<string, Queue>();
  const workers: Worker[] = [];
  const healers: Mendq[] = [];
  const ledger = await freshDatabase();
  maker.flow.on('error', () => undefined);
  return {
    flow: maker.flow,
    queue: (name) => {
      const known = queues.get(name);
      if (known !== undefined) return known;
      const queue = maker.queue(name);
      queue.on('error', () => undefined);
      queues.set(name, queue);
      return queue;
    },
    work: (name, processor, options = {}) => {
      const worker = maker.work(name, processor, options);
      worker.on('error', () => undefined);
      workers.push(worker);
      return worker;
    },
    definition: (name, jobs) => maker.definition(name, jobs ?? {}),
    mendq: (definitions, change = {}) => {
      const policy = { backoff: { base: 1, factor: 1, cap: 1 }, ...change.policy };
      const healer = createMendq({ queues: definitions, ledger: ledger.url, ...change, policy }, { directory });
      healers.push(healer);
      return healer;
    },
    close: async () => {
      await Promise.all(healers.map((healer) => healer.close()));
      await Promise.all(workers.map((worker) => worker.close(true)));
      await Promise.all([...queues.values()].map((queue) => queue.close()));
      await maker.flow.close();
      await maker.stop();
      await ledger.drop();
      await rm(directory, { recursive: true });
    },
  };
}
