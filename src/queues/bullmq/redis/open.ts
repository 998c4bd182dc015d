import type { QueueEnvironment } from '../../contract.ts';
import type { BullmqBackend } from '../backend.ts';
import { loadBullmq, type LoadedBullmq } from '../load-bullmq.ts';
import type { BullmqRedisOptions } from '../options.ts';
import { check } from './check.ts';
import { redisConnector } from './connect.ts';
import { evaluate } from './evaluate.ts';
import { assertHashTag } from './hash-tag.ts';
import { progress } from './progress.ts';
import { redisKeys } from './queue-keys.ts';
import { queueScripts } from './queue-scripts.ts';
import { look, read } from './read.ts';
import { recall } from './recall.ts';
import type { RedisQueue } from './redis-queue.ts';
import { waits } from './relatives.ts';
import { remove } from './remove.ts';
import { replay } from './replay.ts';
import { restore } from './restore.ts';
import { isClustered, redisTarget } from './target.ts';
import { sampledNames } from './sampled-jobs.ts';
import { wakeups } from './wakeups.ts';

/**
 * Opens a queue without writing anything: what the queue says of its version and its origin is read before anything else
 * is done with it, and no BullMQ `Queue` is made, which would overwrite that version. Rejects with a `MendqError`.
 */
export async function openRedis(name: string, options: BullmqRedisOptions, environment: QueueEnvironment, given?: LoadedBullmq): Promise<BullmqBackend> {
  const prefix = options.prefix ?? 'bull';
  const target = redisTarget(name, options.connection);
  if (isClustered(target)) assertHashTag(prefix, name);
  const loaded = given ?? loadBullmq(options.bullmq, environment.directory);
  const scripts = await queueScripts(loaded, name, prefix);
  const connector = redisConnector(name, target, `${prefix}:${name}:*`);
  const redis = await connector.connect();
  const closing = new AbortController();
  const queue: RedisQueue = {
    name, place: connector.place, redis, connector, keys: redisKeys(prefix, name), scripts, recorded: { version: '' },
    bullmqFrom: loaded.from, payloadBytes: environment.payloadBytes, clock: environment.clock, closing: closing.signal,
  };
  try {
    await evaluate(queue, 'return 1', [], []);
  } catch (error) {
    redis.disconnect();
    throw error;
  }
  return toBackend(queue, closing);
}

function toBackend(queue: RedisQueue, closing: AbortController): BullmqBackend {
  return {
    check: async () => check(queue),
    names: async () => sampledNames(queue),
    read: async (after, limit) => read(queue, after, limit),
    look: async (messageIds) => look(queue, messageIds),
    waits: async (letters) => waits(queue, letters.map(({ messageId }) => messageId)),
    replay: async (orders) => replay(queue, orders),
    remove: async (orders) => remove(queue, orders),
    restore: async (letters) => restore(queue, letters),
    recall: async (orders) => recall(queue, orders),
    progress: async (replays) => progress(queue, replays),
    wakeups: (signal) => wakeups(queue, signal),
    close: async () => {
      closing.abort();
      if (queue.redis.status !== 'end') await queue.redis.quit().catch(() => queue.redis.disconnect());
    },
  };
}
