import type { Redis, RedisOptions } from 'ioredis';
import { configError } from '../../../core/errors.ts';
import type { BrokerPlace } from '../broker-error.ts';
import { loadPackage } from '../load-package.ts';
import { maskUrl } from '../mask-url.ts';
import type { RedisLike } from '../options.ts';
import { toRedisError } from './redis-error.ts';

/** Longest wait for a first connection, in milliseconds. */
const CONNECT_TIMEOUT = 5000;

/** Longest wait for any reply, in milliseconds. A command that takes longer counts as cut off. */
const REPLY_TIMEOUT = 30_000;

/** How often a waiting command sees the connection fail before it is given up; about 3 s. */
const RETRIES_PER_COMMAND = 10;

/** Makes connections to one Redis server or cluster. */
export interface RedisConnector {
  readonly place: BrokerPlace;
  /** Connects within 5 s or rejects; reconnects by itself from then on. `blocking`: for commands that wait in the server. */
  connect(blocking?: boolean): Promise<Redis>;
}

/** Prepares connections for what the user configured. Nothing connects yet. */
export function redisConnector(queue: string, connection: string | RedisOptions | RedisLike): RedisConnector {
  const place = { queue, address: addressOf(connection) };
  assertUsable(queue, connection);
  return { place, connect: async (blocking = false) => opened(await prepared(connection, blocking), place) };
}

async function prepared(connection: string | RedisOptions | RedisLike, blocking: boolean): Promise<{ redis: Redis; trust: () => void }> {
  let trusted = false;
  const settings: RedisOptions = {
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT,
    keepAlive: 10_000,
    maxRetriesPerRequest: blocking ? null : RETRIES_PER_COMMAND,
    // A first connection that fails is an answer; a later one is an outage to wait out.
    retryStrategy: (times) => (trusted ? Math.min(times * 50, 1000) : null),
    commandTimeout: REPLY_TIMEOUT,
  };
  const trust = (): void => void (trusted = true);
  if (isInstance(connection)) return { redis: duplicated(connection, settings), trust };
  const { Redis } = await loadPackage('ioredis', () => import('ioredis'));
  const redis = typeof connection === 'string' ? new Redis(connection, settings) : new Redis({ ...connection, ...settings });
  return { redis, trust };
}

function duplicated(instance: RedisLike, settings: RedisOptions): Redis {
  const like = instance as RedisLike & { readonly isCluster?: boolean; readonly duplicate: (...overrides: unknown[]) => unknown };
  const { lazyConnect, ...redisOptions } = settings;
  // A cluster takes its start nodes first, and hands each node's options on.
  return (like.isCluster === true ? like.duplicate([], { lazyConnect, redisOptions }) : like.duplicate(settings)) as Redis;
}

async function opened({ redis, trust }: { redis: Redis; trust: () => void }, place: BrokerPlace): Promise<Redis> {
  let first: unknown;
  redis.on('error', (error: unknown) => (first ??= error));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${CONNECT_TIMEOUT / 1000} s`)), CONNECT_TIMEOUT);
  });
  try {
    await Promise.race([redis.connect().then(() => redis.ping()), late]);
    trust();
    return redis;
  } catch (error) {
    redis.disconnect();
    throw first === undefined ? toRedisError(error, place) : toRedisError(first, place);
  } finally {
    clearTimeout(timer);
  }
}

function isInstance(connection: string | RedisOptions | RedisLike): connection is RedisLike {
  return typeof connection === 'object' && 'duplicate' in connection && typeof connection.duplicate === 'function';
}

/** Other Redis clients have `duplicate` too, and could not run what is sent here. */
function assertUsable(queue: string, connection: string | RedisOptions | RedisLike): void {
  if (typeof connection === 'string') return;
  if (isInstance(connection) && !('defineCommand' in connection)) {
    throw configError(`queue ${queue}`, 'the connection is a client that is not ioredis', 'Give a redis:// URL, ioredis options or an ioredis instance; the workers may go on with theirs.');
  }
  const { keyPrefix } = optionsOf(connection);
  if (keyPrefix === undefined || keyPrefix === '') return;
  throw configError(`queue ${queue}`, 'the connection has a keyPrefix, which BullMQ does not work with', 'Use the option "prefix" of bullmq() instead.');
}

function optionsOf(connection: RedisOptions | RedisLike): RedisOptions {
  return isInstance(connection) ? ((connection as { readonly options?: RedisOptions }).options ?? {}) : connection;
}

function addressOf(connection: string | RedisOptions | RedisLike): string {
  if (typeof connection === 'string') return maskUrl(connection);
  const options = optionsOf(connection);
  if (options.path !== undefined) return options.path;
  return `redis://${options.host ?? 'localhost'}:${options.port ?? 6379}/${options.db ?? 0}`;
}
