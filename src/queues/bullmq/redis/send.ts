import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster, Redis } from 'ioredis';
import type { BrokerPlace } from '../broker-error.ts';
import type { RedisClient } from './connect.ts';
import { isMomentary, isReply, toRedisError } from './redis-error.ts';

/** How often a command whose reply never came is sent again. ioredis itself waits for the connection in between. */
const SENDINGS = 3;

/** How often a command is sent again to a server that is about to be ready, and the pause before, in milliseconds; 5 s in all. */
const PATIENCE = 20;
const PAUSE = 250;

/**
 * Runs commands that may be sent twice: reads, and scripts that keep a record of their own. A reply that was lost on
 * the way is asked for again; a refusal is final. Rejects with a `MendqError`.
 */
export async function send<Result>(redis: RedisClient, place: BrokerPlace, command: (redis: RedisClient) => Promise<Result>): Promise<Result> {
  let cuts = 0;
  let waits = 0;
  for (;;) {
    try {
      return await command(redis);
    } catch (error) {
      if (isMomentary(error)) waits += 1;
      else cuts += 1;
      if (isFinal(error) || cuts >= SENDINGS || waits > PATIENCE || redis.status === 'end') throw toRedisError(error, place);
      if (isMomentary(error)) await pause(PAUSE);
    }
  }
}

function isFinal(error: unknown): boolean {
  return isGivenUp(error) || (isReply(error) && !isMomentary(error));
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
export async function readAll(redis: RedisClient, place: BrokerPlace, commands: readonly RedisCommand[]): Promise<readonly unknown[]> {
  if (commands.length === 0) return [];
  return send(redis, place, async () => {
    const replies = 'nodes' in redis ? await eachByItself(redis, commands) : await pipelined(redis, commands);
    return replies.map(([error, reply]) => {
      if (error !== null && !isWrongType(error)) throw error;
      return error === null ? reply : undefined;
    });
  });
}

type Replied = readonly [error: Error | null, reply?: unknown];

async function pipelined(redis: Redis, commands: readonly RedisCommand[]): Promise<readonly Replied[]> {
  const pipeline = redis.pipeline();
  for (const [name, ...parameters] of commands) pipeline.callBuffer(name, ...parameters);
  return (await pipeline.exec()) ?? [];
}

/**
 * ioredis sends a pipeline as a whole after a key that has moved, and the node that a slot is moving to knows nothing of
 * the keys that have not: they would read as missing. Commands on their own travel together too, and each follows its key.
 */
async function eachByItself(redis: Cluster, commands: readonly RedisCommand[]): Promise<readonly Replied[]> {
  return Promise.all(commands.map(async ([name, ...parameters]): Promise<Replied> => {
    try {
      return [null, await redis.callBuffer(name, ...parameters)];
    } catch (error) {
      return [error instanceof Error ? error : new Error(String(error))];
    }
  }));
}

function isWrongType(error: Error): boolean {
  return error.message.startsWith('WRONGTYPE');
}

/** A reply as text; `undefined` for nil and for everything that is no bulk string. */
export function toText(reply: unknown): string | undefined {
  return Buffer.isBuffer(reply) ? reply.toString('utf8') : undefined;
}
