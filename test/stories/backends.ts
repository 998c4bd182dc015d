import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPostgresBackend, Queue, runMigrations, Worker, type Job } from 'bullmq';
import { Redis } from 'ioredis';
import type { JobTypeMap } from '../../src/core/job-type-options.ts';
import type { QueueDefinition } from '../../src/queues/contract.ts';
import { bullmq, pglitePool } from '../../src/queues/bullmq/index.ts';
import { freshDatabase, freshPrefix, redisUrl } from '../services.ts';

/** A BullMQ queue with a worker of its own, and a place for the ledger. */
export interface Backend {
  readonly queue: Queue;
  /** The folder for the ledger's and the archive's relative paths. */
  readonly directory: string;
  readonly ledger: string;
  definition<const Schemas extends Record<string, unknown>>(jobs: JobTypeMap<Schemas>): QueueDefinition;
  work(processor: (job: Job) => Promise<unknown>): Worker;
  close(): Promise<void>;
}

/** Opens an empty backend. */
export type OpenBackend = (name: string) => Promise<Backend>;

/** BullMQ and the ledger on PGlite: nothing but this process. */
export const openEmbedded: OpenBackend = async (name) => {
  const directory = await mkdtemp(join(tmpdir(), 'mendq-story-'));
  const database = await PGlite.create();
  const pool = pglitePool(database);
  const session = await pool.connect();
  await runMigrations(session, 'bullmq', { skipVersionCheck: true });
  session.release();
  const connection = pool as never;
  const queue = new Queue(name, { connection }, createPostgresBackend) as unknown as Queue;
  const workers: Worker[] = [];
  return {
    queue,
    directory,
    ledger: join(directory, 'ledger'),
    definition: (jobs) => bullmq(name, { postgres: pool as never, jobs }),
    work: (processor) => {
      const worker = new Worker(name, processor, { connection, concurrency: 5 }, createPostgresBackend) as unknown as Worker;
      workers.push(worker);
      return worker;
    },
    close: async () => {
      await Promise.all(workers.map((worker) => worker.close()));
      await queue.close();
      await database.close();
      await rm(directory, { recursive: true });
    },
  };
};

/** BullMQ on Redis, the ledger on PostgreSQL: as in production. */
export const openRedis: OpenBackend = async (name) => {
  const directory = await mkdtemp(join(tmpdir(), 'mendq-story-'));
  const { url, drop } = await freshDatabase();
  const prefix = freshPrefix();
  const connection = new Redis(redisUrl(), { maxRetriesPerRequest: null });
  const queue = new Queue(name, { connection, prefix });
  const workers: Worker[] = [];
  return {
    queue,
    directory,
    ledger: url,
    definition: (jobs) => bullmq(name, { connection: redisUrl(), prefix, jobs }),
    work: (processor) => {
      const worker = new Worker(name, processor, { connection, prefix, concurrency: 5 });
      workers.push(worker);
      return worker;
    },
    close: async () => {
      await Promise.all(workers.map((worker) => worker.close()));
      await queue.obliterate({ force: true });
      await queue.close();
      connection.disconnect();
      await drop();
      await rm(directory, { recursive: true });
    },
  };
};

/** Waits until `condition` holds; rejects after `milliseconds` with what was waited for. */
export async function eventually(what: string, condition: () => boolean | Promise<boolean>, milliseconds = 30_000): Promise<void> {
  const deadline = performance.now() + milliseconds;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`${what} did not happen within ${milliseconds} ms`);
    await new Promise((resolve) => { setTimeout(resolve, 20); });
  }
}
