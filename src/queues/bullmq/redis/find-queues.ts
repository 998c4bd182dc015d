import type { Redis } from 'ioredis';
import type { BrokerPlace } from '../broker-error.ts';
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
    const names: string[] = [];
    for (const node of mastersOf(redis)) names.push(...(await namesOn(node, prefix, connector.place)));
    return [...new Set(names)].toSorted();
  } finally {
    redis.disconnect();
  }
}

async function namesOn(node: Redis, prefix: string, place: BrokerPlace): Promise<readonly string[]> {
  const names: string[] = [];
  let cursor = '0';
  do {
    const [next, keys] = await send(node, place, async () => node.scan(cursor, 'MATCH', `${literal(prefix)}:*:[im][de]*`, 'COUNT', COUNT));
    names.push(...keys.flatMap((key) => nameOf(key, prefix) ?? []));
    cursor = next;
  } while (cursor !== '0');
  return names;
}

function mastersOf(redis: RedisClient): readonly Redis[] {
  return 'nodes' in redis ? redis.nodes('master') : [redis];
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
