import type { QueueEnvironment } from '../../../contract.ts';
import type { BullmqBackend } from '../../backend.ts';
import { loadBullmq, type LoadedBullmq } from '../../load-bullmq.ts';
import type { BullmqRedisOptions } from '../../options.ts';
import { redisConnector } from '../../redis/connect.ts';
import { evaluate } from '../../redis/evaluate.ts';
import { assertHashTag } from '../../redis/hash-tag.ts';
import { redisKeys } from '../../redis/queue-keys.ts';
import { queueScripts } from '../../redis/queue-scripts.ts';
import type { RedisQueue } from '../../redis/redis-queue.ts';
import { isClustered, redisTarget } from '../../redis/target.ts';
import { assertSameHashTag } from '../same-hash-tag.ts';
import type { DeadLetterQueueOptions } from '../dead-letter-queue-options.ts';
import { noRecall } from '../no-recall.ts';
import { addScripts } from './add-scripts.ts';
import { check } from './check.ts';
import { CopyIndex } from './copy-index.ts';
import type { CopyQueue } from './copy-queue.ts';
import { progress } from './progress.ts';
import { look, read } from './read.ts';
import { remove } from './remove.ts';
import { replay } from './replay.ts';
import { restore } from './restore.ts';
import { wakeups } from './wakeups.ts';

/** Opens a main queue and its dead-letter queue on one connection, without writing anything. Rejects with a `MendqError`. */
export async function openRedisCopies(
  name: string,
  options: BullmqRedisOptions,
  environment: QueueEnvironment,
  given: LoadedBullmq | undefined,
  deadLetterQueue: DeadLetterQueueOptions,
): Promise<BullmqBackend> {
  const prefix = options.prefix ?? 'bull';
  const copyPrefix = deadLetterQueue.prefix ?? prefix;
  const target = redisTarget(name, options.connection);
  if (isClustered(target)) {
    assertHashTag(prefix, name);
    assertSameHashTag(name, `${prefix}:${name}:`, `${copyPrefix}:${deadLetterQueue.name}:`);
  }
  const loaded = given ?? loadBullmq(options.bullmq, environment.directory);
  const scripts = await queueScripts(loaded, name, prefix);
  const copyScripts = await queueScripts(loaded, deadLetterQueue.name, copyPrefix);
  const add = await addScripts(loaded, name, prefix);
  const connector = redisConnector(name, target);
  const redis = await connector.connect();
  const closing = new AbortController();
  const main: RedisQueue = {
    name, place: connector.place, redis, connector, keys: redisKeys(prefix, name), scripts, recorded: { version: '' },
    bullmqFrom: loaded.from, payloadBytes: environment.payloadBytes, clock: environment.clock, closing: closing.signal,
  };
  const copies: RedisQueue = { ...main, name: deadLetterQueue.name, keys: redisKeys(copyPrefix, deadLetterQueue.name), scripts: copyScripts, recorded: { version: '' } };
  try {
    for (const queue of [main, copies]) await evaluate(queue, 'return 1', [], []);
  } catch (error) {
    redis.disconnect();
    throw error;
  }
  const names = new Set(Object.keys(options.jobs ?? {}).filter((job) => job !== '*'));
  return toBackend({ main, copies, unwrap: deadLetterQueue.unwrap, names, add, index: new CopyIndex(copies) }, closing);
}

function toBackend(queue: CopyQueue, closing: AbortController): BullmqBackend {
  return {
    check: async () => check(queue),
    read: async (after, limit) => read(queue, after, limit),
    look: async (messageIds) => look(queue, messageIds),
    replay: async (orders) => replay(queue, orders),
    remove: async (orders) => remove(queue, orders),
    restore: async (letters) => restore(queue, letters),
    recall: async (orders) => noRecall(orders),
    progress: async (replays) => progress(queue, replays),
    wakeups: (signal) => wakeups(queue, signal),
    close: async () => {
      closing.abort();
      if (queue.main.redis.status !== 'end') await queue.main.redis.quit().catch(() => queue.main.redis.disconnect());
    },
  };
}
