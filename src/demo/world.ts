import { PGlite } from '@electric-sql/pglite';
import type { Broker, RunningQueue } from './broker/broker.ts';
import { embeddedBroker } from './broker/embedded.ts';
import { redisBroker } from './broker/redis.ts';
import type { DemoQueue } from './queues/demo-queue.ts';
import { queuesOf } from './queues/queues.ts';
import { openShop, type Shop } from './shop/shop.ts';

/** Where the demo keeps its queues. */
export type BrokerChoice = { readonly kind: 'embedded' } | { readonly kind: 'redis'; readonly url: string };

/** The shop, its queues and its workers, all running. */
export interface World {
  readonly shop: Shop;
  readonly broker: Broker;
  readonly queues: readonly DemoQueue[];
  /** The running queues, by name. */
  readonly running: ReadonlyMap<string, RunningQueue>;
  /** Stops everything and leaves nothing behind. */
  close(): Promise<void>;
}

/** Starts the shop. The business tables are always in an embedded database, in memory. */
export async function openWorld(choice: BrokerChoice): Promise<World> {
  // A server that can't be reached should say so before anything else takes time.
  const server = choice.kind === 'redis' ? await redisBroker(choice.url) : undefined;
  const database = await PGlite.create();
  const broker = server ?? (await embeddedBroker(database));
  const shop = await openShop(database);
  const queues = queuesOf(shop);
  const running = new Map<string, RunningQueue>();
  for (const queue of queues) running.set(queue.name, await broker.start(queue.name, (data) => queue.process(data)));
  return {
    shop,
    broker,
    queues,
    running,
    close: async () => {
      await broker.close();
      await database.close();
    },
  };
}
