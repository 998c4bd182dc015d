import type { Redis } from 'ioredis';
import type { Clock } from '../../../core/clock.ts';
import type { QueueEnvironment } from '../../contract.ts';
import type { BullmqBackend } from '../backend.ts';
import { refused, type BrokerPlace } from '../broker-error.ts';
import { loadBullmq } from '../load-bullmq.ts';
import type { BullmqRedisOptions } from '../options.ts';
import { assertSameMajor, parseQueueVersion } from '../versions.ts';
import { check } from './check.ts';
import { redisConnector, type RedisConnector } from './connect.ts';
import { progress } from './progress.ts';
import { redisKeys, type RedisKeys } from './queue-keys.ts';
import { queueScripts, type QueueScripts } from './queue-scripts.ts';
import { look, read } from './read.ts';
import { remove } from './remove.ts';
import { replay } from './replay.ts';
import { restore } from './restore.ts';
import { send } from './send.ts';
import { wakeups } from './wakeups.ts';

/** An open queue in Redis, as every operation on it takes it. */
export interface RedisQueue {
  readonly name: string;
  readonly place: BrokerPlace;
  readonly redis: Redis;
  readonly connector: RedisConnector;
  readonly keys: RedisKeys;
  readonly scripts: QueueScripts;
  /** For people: where the loaded bullmq came from. */
  readonly bullmqFrom: string;
  readonly payloadBytes: number;
  readonly clock: Clock;
  /** Aborted when the adapter is closed. */
  readonly closing: AbortSignal;
}

/**
 * Opens a queue without writing anything: the recorded version is read before anything else is done with it, and no
 * BullMQ `Queue` is made, which would overwrite that version. Rejects with a `MendqError`.
 */
export async function openRedis(name: string, options: BullmqRedisOptions, environment: QueueEnvironment): Promise<BullmqBackend> {
  const prefix = options.prefix ?? 'bull';
  const keys = redisKeys(prefix, name);
  const loaded = loadBullmq(options.bullmq, environment.directory);
  const scripts = await queueScripts(loaded, name, prefix);
  const connector = redisConnector(name, options.connection);
  const redis = await connector.connect();
  const closing = new AbortController();
  const queue: RedisQueue = {
    name, place: connector.place, redis, connector, keys, scripts,
    bullmqFrom: loaded.from, payloadBytes: environment.payloadBytes, clock: environment.clock, closing: closing.signal,
  };
  try {
    assertSameMajor(name, parseQueueVersion(await recordedVersion(queue)), scripts.version, loaded.from);
  } catch (error) {
    redis.disconnect();
    throw error;
  }
  return toBackend(queue, closing);
}

/** The version that the queue's own workers and producers recorded; nil before their first start. */
export async function recordedVersion(queue: RedisQueue): Promise<string | null> {
  return send(queue.redis, queue.place, async (redis) => redis.hget(queue.keys.of('meta'), 'version'));
}

function toBackend(queue: RedisQueue, closing: AbortController): BullmqBackend {
  return {
    check: async () => check(queue),
    read: async (after, limit) => read(queue, after, limit),
    look: async (messageIds) => look(queue, messageIds),
    replay: async (orders) => replay(queue, orders),
    remove: async (orders) => remove(queue, orders),
    restore: async (letters) => restore(queue, letters),
    progress: async (replays) => progress(queue, replays),
    wakeups: (signal) => wakeups(queue, signal),
    close: async () => {
      closing.abort();
      if (queue.redis.status !== 'end') await queue.redis.quit().catch(() => queue.redis.disconnect());
    },
  };
}

/** What a script answers that mendq has no word for. */
export function unexpectedAnswer(queue: RedisQueue, answer: unknown): Error {
  return refused(queue.place, new Error(`the script answered ${JSON.stringify(answer)}`));
}
