import * as installed from 'bullmq';
import type { QueueOptions } from 'bullmq';
import { Redis } from 'ioredis';
import { bullmq } from '../../../src/queues/bullmq/index.ts';
import type { QueueEnvironment } from '../../../src/queues/contract.ts';
import { freshPrefix, redisUrl } from '../../services.ts';
import { fixture, freshName, type BullmqFixture } from './bullmq-fixture.ts';

/** A BullMQ queue in the Redis of the test run, with a plain connection to look behind it. */
export interface RedisFixture extends BullmqFixture {
  readonly redis: Redis;
  readonly prefix: string;
  /** A key of the queue. */
  key(suffix: string): string;
}

/** The server of the test run as ioredis options. */
export function redisAddress(): { readonly host: string; readonly port: number } {
  const url = new URL(redisUrl());
  return { host: url.hostname, port: Number(url.port || 6379) };
}

/** A fresh queue. `connection`: what the adapter connects with, the test's server where absent; `module`: the bullmq of workers and adapter. */
export async function redisFixture(
  change: Partial<QueueEnvironment> & { readonly connection?: string | { readonly host: string; readonly port: number }; readonly queueOptions?: Partial<QueueOptions>; readonly module?: Pick<typeof installed, 'Queue' | 'Worker'> } = {},
): Promise<RedisFixture> {
  const { connection = redisUrl(), queueOptions, module = installed, ...environment } = change;
  const name = freshName();
  const prefix = freshPrefix();
  const options = { connection: redisAddress(), prefix, ...queueOptions };
  const queue = new module.Queue(name, options);
  const worker = new module.Worker(name, null, { ...options, autorun: false });
  const redis = new Redis(redisUrl(), { lazyConnect: true });
  const parts = { queue, worker, definition: bullmq(name, { connection, prefix, bullmq: module }) };
  const made = await fixture(parts, environment);
  return {
    ...made,
    redis,
    prefix,
    key: (suffix) => `${prefix}:${name}:${suffix}`,
    close: async () => {
      await made.close();
      const keys = await redis.keys(`${prefix}:*`);
      if (keys.length > 0) await redis.del(...keys);
      redis.disconnect();
    },
  };
}
