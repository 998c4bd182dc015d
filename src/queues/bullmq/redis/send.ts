import type { Redis } from 'ioredis';
import type { BrokerPlace } from '../broker-error.ts';
import { isReply, toRedisError } from './redis-error.ts';

/** How often a command whose reply never came is sent again. ioredis itself waits for the connection in between. */
const SENDINGS = 3;

/**
 * Runs commands that may be sent twice: reads, and scripts that keep a record of their own. A reply that was lost on
 * the way is asked for again; a refusal is final. Rejects with a `MendqError`.
 */
export async function send<Result>(redis: Redis, place: BrokerPlace, command: (redis: Redis) => Promise<Result>): Promise<Result> {
  for (let sending = 1; ; sending += 1) {
    try {
      return await command(redis);
    } catch (error) {
      if (isReply(error) || isGivenUp(error) || sending >= SENDINGS || redis.status === 'end') throw toRedisError(error, place);
    }
  }
}

/** ioredis has tried to connect for as long as a command may wait. */
function isGivenUp(error: unknown): boolean {
  return error instanceof Error && error.name === 'MaxRetriesPerRequestError';
}

/** One command of a pipeline: its name and its arguments. */
export type RedisCommand = readonly [name: string, ...parameters: (string | number | Buffer)[]];

/**
 * Runs read commands in one round trip, replies as bytes. A command that the server refuses (a key of a foreign type)
 * gives `undefined` in its place and spoils nothing else.
 */
export async function readAll(redis: Redis, place: BrokerPlace, commands: readonly RedisCommand[]): Promise<readonly unknown[]> {
  if (commands.length === 0) return [];
  return send(redis, place, async () => {
    const pipeline = redis.pipeline();
    for (const [name, ...parameters] of commands) pipeline.callBuffer(name, ...parameters);
    const replies = (await pipeline.exec()) ?? [];
    return replies.map(([error, reply]) => {
      if (error !== null && !isWrongType(error)) throw error;
      return error === null ? reply : undefined;
    });
  });
}

function isWrongType(error: Error): boolean {
  return error.message.startsWith('WRONGTYPE');
}

/** A reply as text; `undefined` for nil and for everything that is no bulk string. */
export function toText(reply: unknown): string | undefined {
  return Buffer.isBuffer(reply) ? reply.toString('utf8') : undefined;
}
