import * as installed from 'bullmq';
import type { Cluster, Redis } from 'ioredis';
import { bullmq, type BullmqRedisOptions } from '../../../../src/queues/bullmq/index.ts';
import type { QueueEnvironment } from '../../../../src/queues/contract.ts';
import { fixture, freshName, type BullmqFixture } from '../bullmq-fixture.ts';

/** Where a queue is: how its workers connect, and how mendq does. */
export interface QueuePlace {
  readonly connect: () => Redis | Cluster;
  readonly connection: BullmqRedisOptions['connection'];
  readonly prefix: string;
  readonly module?: Pick<typeof installed, 'Queue' | 'Worker'>;
}

/** A queue on a private server, with a plain client to look behind it. */
export interface PlacedQueue extends BullmqFixture {
  readonly redis: Redis | Cluster;
  readonly prefix: string;
  key(suffix: string): string;
}

/** A fresh queue at a place. */
export async function queueOn({ connect, connection, prefix, module = installed }: QueuePlace, change: Partial<QueueEnvironment> = {}): Promise<PlacedQueue> {
  const name = freshName();
  const redis = connect();
  redis.on('error', () => undefined);
  const options = { connection: redis as never, prefix };
  const queue = new module.Queue(name, options);
  const worker = new module.Worker(name, null, { ...options, autorun: false });
  queue.on('error', () => undefined);
  worker.on('error', () => undefined);
  const made = await fixture({ queue, worker, definition: bullmq(name, { connection, prefix, bullmq: module }) }, change);
  return {
    ...made,
    redis,
    prefix,
    key: (suffix) => `${prefix}:${name}:${suffix}`,
    close: async () => {
      await made.close();
      redis.disconnect();
    },
  };
}
