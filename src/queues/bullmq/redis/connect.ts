import type { Cluster, Redis } from 'ioredis';
import type { BrokerPlace } from '../broker-error.ts';
import { loadPackage } from '../load-package.ts';
import { addressOf, userOf } from './address.ts';
import { toRedisError } from './redis-error.ts';
import { clusterSettings, CONNECT_TIMEOUT, nodeSettings, serverSettings } from './settings.ts';
import type { RedisInstance, RedisTarget } from './target.ts';

/** A connection to one server or to a whole cluster: both take the same commands. */
export type RedisClient = Redis | Cluster;

/** Makes connections to one Redis server or cluster. */
export interface RedisConnector {
  readonly place: BrokerPlace;
  /** Connects within 5 s or rejects; reconnects by itself from then on. `blocking`: for commands that wait in the server. */
  connect(blocking?: boolean): Promise<RedisClient>;
}

/** A connection that is made and not yet open. */
interface Prepared {
  readonly redis: RedisClient;
  /** From now on an outage is waited out. */
  readonly trust: () => void;
}

/** Prepares connections for what the user configured. Nothing connects yet. `keys`: pattern of the queue's keys, for people. */
export function redisConnector(queue: string, target: RedisTarget, keys = '*'): RedisConnector {
  const place = { queue, address: addressOf(target), user: userOf(target), keys };
  return { place, connect: async (blocking = false) => opened(await prepared(target, blocking), place) };
}

async function prepared(target: RedisTarget, isBlocking: boolean): Promise<Prepared> {
  let trusted = false;
  const isTrusted = (): boolean => trusted;
  const trust = (): void => void (trusted = true);
  if (target.kind === 'instance') return { redis: duplicated(target.instance, isTrusted, isBlocking), trust };
  const { Cluster, Redis } = await loadPackage('ioredis', () => import('ioredis'));
  if (target.kind === 'cluster') {
    const redisOptions = { ...target.node, ...nodeSettings() };
    return { redis: new Cluster([...target.nodes], { ...target.options, ...clusterSettings(isTrusted), redisOptions }), trust };
  }
  const settings = serverSettings(isTrusted, { isBlocking, isElected: isElected(target.options.sentinels) });
  const options = { ...target.options, ...settings };
  return { redis: target.url === undefined ? new Redis(options) : new Redis(target.url, options), trust };
}

function duplicated(instance: RedisInstance, isTrusted: () => boolean, isBlocking: boolean): RedisClient {
  if (instance.isCluster !== true) {
    return instance.duplicate(serverSettings(isTrusted, { isBlocking, isElected: isElected(instance.options?.sentinels) })) as Redis;
  }
  // A cluster takes its start nodes first, and hands each node's options on as a whole.
  return instance.duplicate([], { ...clusterSettings(isTrusted), redisOptions: { ...instance.options?.redisOptions, ...nodeSettings() } }) as Cluster;
}

function isElected(sentinels: unknown): boolean {
  return Array.isArray(sentinels) && sentinels.length > 0;
}

async function opened({ redis, trust }: Prepared, place: BrokerPlace): Promise<RedisClient> {
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
