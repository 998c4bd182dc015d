import type { Cluster, Redis } from 'ioredis';
import type { BullmqRedisOptions } from '../options.ts';
import { redisConnector, type RedisClient } from './connect.ts';
import { send } from './send.ts';
import { redisTarget } from './target.ts';

/** Keys that one step of the scan looks at. */
const COUNT = 1000;

/** Keys that every queue has: `meta` one of BullMQ, `id` one of Bull too, which is to be named and not overlooked. */
const MARKS: ReadonlySet<string> = new Set(['meta', 'id']);

/** The names of all queues under the prefix, on every master of a cluster. Reads in small steps, so that nobody waits. */
export async function findQueues(pattern: string, options: BullmqRedisOptions): Promise<readonly string[]> {
  const prefix = options.prefix ?? 'bull';
  const connector = redisConnector(pattern, redisTarget(pattern, options.connection));
  const redis = await connector.connect();
  try {
    const names = new Set<string>();
    for (const node of mastersOf(redis)) {
      let cursor = '0';
      do {
        const [next, keys] = await send(node, connector.place, async () => node.scan(cursor, 'MATCH', `${literal(prefix)}:*:[im][de]*`, 'COUNT', COUNT));
        for (const key of keys) {
          const name = nameOf(key, prefix);
          if (name !== undefined) names.add(name);
        }
        cursor = next;
      } while (cursor !== '0');
    }
    return [...names].toSorted();
  } finally {
    redis.disconnect();
  }
}

function mastersOf(redis: RedisClient): readonly Redis[] {
  return 'nodes' in redis ? (redis as Cluster).nodes('master') : [redis as Redis];
}

/** `<prefix>:<queue>:meta`, where a queue's name has no colon. */
function nameOf(key: string, prefix: string): string | undefined {
  const [name = '', mark = '', ...more] = key.slice(prefix.length + 1).split(':');
  return name !== '' && MARKS.has(mark) && more.length === 0 ? name : undefined;
}

/** The prefix with its own brackets and stars taken literally. */
function literal(prefix: string): string {
  return prefix.replaceAll(/[\\*?[\]^]/g, '\\$&');
}
