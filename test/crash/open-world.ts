import type { Stores } from './stores.ts';
import type { World } from './world.ts';

/** Opens the world of a broker. */
export async function openWorld(stores: Stores): Promise<World> {
  switch (stores.broker) {
    case 'embedded':
      return (await import('./embedded-world.ts')).openEmbeddedWorld(stores.directory);
    case 'bullmq-redis':
      return (await import('./redis-world.ts')).openRedisWorld(stores);
    case 'bullmq-postgres':
      return (await import('./postgres-world.ts')).openPostgresWorld(stores);
  }
}
