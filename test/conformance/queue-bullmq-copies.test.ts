import { postgresCopies } from '../queues/bullmq/dead-letter-queue/postgres-copies.ts';
import { redisCopies } from '../queues/bullmq/dead-letter-queue/redis-copies.ts';
import { serverStore, type PostgresStore } from '../queues/bullmq/postgres-fixture.ts';
import { describeQueueAdapter } from './queue-suite.ts';

for (const originals of ['kept', 'gone'] as const) {
  describeQueueAdapter({
    name: `an own dead-letter queue of BullMQ in Redis, dead jobs ${originals}`,
    recalls: false,
    start: async () => undefined,
    stop: async () => undefined,
    queue: async (options) => redisCopies(originals, options),
  });

  let store: PostgresStore | undefined;
  describeQueueAdapter({
    name: `an own dead-letter queue of BullMQ in PostgreSQL, dead jobs ${originals}`,
    recalls: false,
    manyLetters: 150,
    start: async () => void (store = await serverStore()),
    stop: async () => store?.stop(),
    queue: async (options) => {
      if (store === undefined) throw new Error('the store is not started');
      return postgresCopies(store, originals, options);
    },
  });
}
