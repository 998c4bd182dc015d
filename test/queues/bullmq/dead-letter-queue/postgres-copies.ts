import { createPostgresBackend, Queue, Worker } from 'bullmq';
import { bullmq } from '../../../../src/queues/bullmq/index.ts';
import type { QueueEnvironment } from '../../../../src/queues/contract.ts';
import { freshName } from '../bullmq-fixture.ts';
import type { PostgresStore } from '../postgres-fixture.ts';
import { copiesFixture, type CopiesFixture, type CopiesParts } from './copies-fixture.ts';

/** Fresh queues in a store. */
export async function postgresCopies(store: PostgresStore, originals: CopiesParts['originals'], change: Partial<QueueEnvironment> = {}): Promise<CopiesFixture> {
  const name = freshName();
  const copyName = `${name}-dead`;
  const connection = store.pool as never;
  const queue = (of: string): Queue => new Queue(of, { connection }, createPostgresBackend) as unknown as Queue;
  return copiesFixture({
    originals,
    main: queue(name),
    copies: queue(copyName),
    worker: new Worker(name, null, { connection, autorun: false }, createPostgresBackend) as unknown as Worker,
    definition: bullmq(name, { postgres: store.pool, deadLetterQueue: copyName }),
  }, change);
}
