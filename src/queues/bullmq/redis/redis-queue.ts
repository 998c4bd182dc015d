import type { Clock } from '../../../core/clock.ts';
import type { BrokerPlace } from '../broker-error.ts';
import type { RedisClient, RedisConnector } from './connect.ts';
import type { RedisKeys } from './queue-keys.ts';
import type { QueueScripts } from './queue-scripts.ts';
import { send } from './send.ts';

/** An open queue in Redis, as every operation on it takes it. */
export interface RedisQueue {
  readonly name: string;
  readonly place: BrokerPlace;
  readonly redis: RedisClient;
  readonly connector: RedisConnector;
  readonly keys: RedisKeys;
  readonly scripts: QueueScripts;
  /** The version that the queue was last seen to hold and that the loaded bullmq may work on; `''` where none is recorded. */
  readonly recorded: { version: string };
  /** For people: where the loaded bullmq came from. */
  readonly bullmqFrom: string;
  readonly payloadBytes: number;
  readonly clock: Clock;
  /** Aborted when the adapter is closed. */
  readonly closing: AbortSignal;
}

/** The version that the queue's own workers and producers recorded; nil before their first start. */
export async function recordedVersion(queue: RedisQueue): Promise<string | null> {
  return send(queue.redis, queue.place, async (redis) => redis.hget(queue.keys.of('meta'), 'version'));
}
