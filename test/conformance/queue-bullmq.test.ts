import { pgliteStore, postgresFixture, serverStore, type PostgresStore } from '../queues/bullmq/postgres-fixture.ts';
import { redisFixture } from '../queues/bullmq/redis-fixture.ts';
import { describeQueueAdapter, type QueueHarness } from './queue-suite.ts';

describeQueueAdapter({
  name: 'BullMQ in Redis',
  start: async () => undefined,
  stop: async () => undefined,
  queue: async (options) => redisFixture(options),
});

describeQueueAdapter(onPostgres('BullMQ on PGlite', pgliteStore, 150));
describeQueueAdapter(onPostgres('BullMQ in PostgreSQL', serverStore, 150));

function onPostgres(name: string, open: () => Promise<PostgresStore>, manyLetters: number): QueueHarness {
  let store: PostgresStore | undefined;
  return {
    name,
    manyLetters,
    start: async () => void (store = await open()),
    stop: async () => store?.stop(),
    queue: async (options) => {
      if (store === undefined) throw new Error('the store is not started');
      return postgresFixture(store, options);
    },
  };
}
