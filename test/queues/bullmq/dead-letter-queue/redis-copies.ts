import * as installed from 'bullmq';
import { Redis } from 'ioredis';
import { bullmq, type DeadLetterQueueOptions } from '../../../../src/queues/bullmq/index.ts';
import type { QueueEnvironment } from '../../../../src/queues/contract.ts';
import { freshPrefix, redisUrl } from '../../../services.ts';
import { freshName } from '../bullmq-fixture.ts';
import { redisAddress } from '../redis-fixture.ts';
import { copiesFixture, type CopiesFixture, type CopiesParts } from './copies-fixture.ts';

/** A main queue and a dead-letter queue in the Redis of the test run, with a plain connection to look behind them. */
export interface RedisCopies extends CopiesFixture {
  readonly redis: Redis;
  /** A key of the main queue, and one of the dead-letter queue. */
  key(suffix: string): string;
  copyKey(suffix: string): string;
}

/** Fresh queues. `module`: the bullmq of workers and adapter. */
export async function redisCopies(
  originals: CopiesParts['originals'],
  change: Partial<QueueEnvironment> & {
    readonly connection?: string | { readonly host: string; readonly port: number };
    readonly module?: Pick<typeof installed, 'Queue' | 'Worker'>;
    readonly unwrap?: DeadLetterQueueOptions['unwrap'];
  } = {},
): Promise<RedisCopies> {
  const { connection = redisUrl(), module = installed, unwrap, ...environment } = change;
  const name = freshName();
  const copyName = `${name}-dead`;
  const prefix = freshPrefix();
  const options = { connection: redisAddress(), prefix };
  const deadLetterQueue = unwrap === undefined ? copyName : { name: copyName, unwrap };
  const redis = new Redis(redisUrl(), { lazyConnect: true });
  const made = await copiesFixture({
    originals,
    main: new module.Queue(name, options),
    copies: new module.Queue(copyName, options),
    worker: new module.Worker(name, null, { ...options, autorun: false }),
    definition: bullmq(name, { connection, prefix, bullmq: module, deadLetterQueue }),
  }, environment);
  return {
    ...made,
    redis,
    key: (suffix) => `${prefix}:${name}:${suffix}`,
    copyKey: (suffix) => `${prefix}:${copyName}:${suffix}`,
    close: async () => {
      await made.close();
      const keys = await redis.keys(`${prefix}:*`);
      if (keys.length > 0) await redis.del(...keys);
      redis.disconnect();
    },
  };
}
