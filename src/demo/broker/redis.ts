import { randomBytes } from 'node:crypto';
import * as bullmqModule from 'bullmq';
import { Redis } from 'ioredis';
import { MendqError, messageOf } from '../../core/errors.ts';
import { keepErrors } from '../../queues/bullmq/index.ts';
import type { Broker } from './broker.ts';
import { CONCURRENCY, runningQueue, type AnyQueue, type AnyWorker } from './running-queue.ts';

/** Milliseconds after which a server that does not answer counts as unreachable. */
const CONNECT_TIMEOUT = 5000;

/** Keys looked at in one step of the removal. */
const SCAN_COUNT = 500;

/** BullMQ on a Redis server, under a prefix of its own that is removed at the end. */
export async function redisBroker(url: string): Promise<Broker> {
  const redis = await connect(url);
  const prefix = `mendq-demo-${randomBytes(6).toString('hex')}`;
  const opened: Pick<AnyQueue, 'close'>[] = [];
  return {
    description: `BullMQ on Redis at ${masked(url)}, under the prefix ${prefix}`,
    store: { connection: url, prefix, bullmq: bullmqModule },
    start: async (name, process) => {
      const queue: AnyQueue = new bullmqModule.Queue(name, { connection: redis, prefix });
      const worker: AnyWorker = new bullmqModule.Worker(name, keepErrors((job: { readonly data: unknown }) => process(job.data)), { connection: redis, prefix, concurrency: CONCURRENCY });
      opened.push(worker, queue);
      return runningQueue(queue, worker);
    },
    storedPayload: async (queue, id) => (await redis.hget(`${prefix}:${queue}:${id}`, 'data')) ?? undefined,
    close: async () => {
      for (const part of opened) await part.close();
      await removeKeys(redis, prefix);
      await redis.quit();
    },
  };
}

async function connect(url: string): Promise<Redis> {
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: null, connectTimeout: CONNECT_TIMEOUT, retryStrategy: () => null });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    redis.disconnect();
    throw new MendqError('MENDQ_E_BROKER_UNREACHABLE', `Redis at ${masked(url)} can't be used: ${messageOf(error)}`, {
      hint: 'Start it and check the URL, or leave out --broker for the embedded demo.',
      cause: error,
    });
  }
  return redis;
}

async function removeKeys(redis: Redis, prefix: string): Promise<void> {
  for await (const keys of redis.scanStream({ match: `${prefix}:*`, count: SCAN_COUNT })) {
    if (keys.length > 0) await redis.unlink(...keys);
  }
}

function masked(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'an unreadable URL';
}
