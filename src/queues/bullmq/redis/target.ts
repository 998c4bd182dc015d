import type { ClusterOptions, RedisOptions } from 'ioredis';
import { configError } from '../../../core/errors.ts';
import type { RedisClusterOptions, RedisConnectionOptions, RedisLike } from '../options.ts';
import { parseUrl } from '../parse-url.ts';

/** What ioredis keeps of its own configuration, on a connection or on a cluster. */
export interface RedisInstance extends RedisLike {
  readonly isCluster?: boolean;
  readonly options?: RedisOptions & ClusterOptions;
  readonly startupNodes?: readonly unknown[];
  readonly duplicate: (...overrides: unknown[]) => unknown;
}

/** A start node of a cluster. */
export interface ClusterNode {
  readonly host: string;
  readonly port: number;
}

/** What the user configured, told apart and checked. */
export type RedisTarget =
  | { readonly kind: 'server'; readonly url: string | undefined; readonly options: RedisOptions }
  | { readonly kind: 'cluster'; readonly nodes: readonly ClusterNode[]; readonly options: ClusterOptions; readonly node: RedisOptions }
  | { readonly kind: 'instance'; readonly instance: RedisInstance };

/** Tells the kinds of connections apart. Throws `MENDQ_E_CONFIG` where a connection can't be used. */
export function redisTarget(queue: string, connection: string | RedisConnectionOptions | RedisClusterOptions | RedisLike): RedisTarget {
  if (typeof connection === 'string') return { kind: 'server', url: connection, options: {} };
  if (isInstance(connection)) return instanceTarget(queue, connection as RedisInstance);
  if (isCluster(connection)) return clusterTarget(queue, connection);
  assertNoKeyPrefix(queue, connection.keyPrefix);
  const { url, ...options } = connection;
  return { kind: 'server', url, options };
}

/** True where keys of one queue have to lie in one slot. */
export function isClustered(target: RedisTarget): boolean {
  return target.kind === 'cluster' || (target.kind === 'instance' && target.instance.isCluster === true);
}

function isInstance(connection: object): connection is RedisLike {
  return 'duplicate' in connection && typeof connection.duplicate === 'function';
}

function isCluster(connection: object): connection is RedisClusterOptions {
  return 'cluster' in connection && Array.isArray(connection.cluster);
}

/** Other Redis clients have `duplicate` too, and could not run what is sent here. */
function instanceTarget(queue: string, instance: RedisInstance): RedisTarget {
  if (!('defineCommand' in instance)) {
    throw configError(`queue ${queue}`, 'the connection is a client that is not ioredis', 'Give a redis:// URL, ioredis options or an ioredis instance; the workers may go on with theirs.');
  }
  if (Reflect.get(instance, '__bullmq_iredis') === true) {
    throw configError(`queue ${queue}`, "the connection is BullMQ's wrapper around a client", 'Give the ioredis instance itself, or the Queue: bullmq(queue, { jobs }).');
  }
  assertNoKeyPrefix(queue, instance.options?.keyPrefix ?? instance.options?.redisOptions?.keyPrefix);
  return { kind: 'instance', instance };
}

function clusterTarget(queue: string, { cluster, username, password, tls, ...options }: RedisClusterOptions): RedisTarget {
  if (cluster.length === 0) throw configError(`queue ${queue}`, 'the cluster has no nodes', 'Name at least one: connection: { cluster: [{ host, port }] }.');
  assertNoKeyPrefix(queue, options.keyPrefix ?? options.redisOptions?.keyPrefix);
  const nodes = cluster.map((node) => toNode(queue, node));
  const shared = { ...(username === undefined ? {} : { username }), ...(password === undefined ? {} : { password }), ...(tls === undefined ? {} : { tls }) };
  return { kind: 'cluster', nodes, options, node: { ...nodes[0]?.access, ...shared, ...options.redisOptions } };
}

/** A URL says more than where the node is; all nodes of a cluster share user, password and TLS. */
function toNode(queue: string, node: string | { readonly host?: string; readonly port?: number }): ClusterNode & { readonly access: RedisOptions } {
  if (typeof node === 'object') return { host: node.host ?? '127.0.0.1', port: node.port ?? 6379, access: {} };
  const url = parseUrl(/^rediss?:\/\//i.test(node) ? node : `redis://${node}`);
  if (url === undefined) throw configError(`queue ${queue}`, 'a node of the cluster is no address', 'Write nodes as { host, port }, "host:port" or "redis://host:port".');
  const access = {
    ...(url.username === '' ? {} : { username: decodeURIComponent(url.username) }),
    ...(url.password === '' ? {} : { password: decodeURIComponent(url.password) }),
    ...(url.protocol === 'rediss:' ? { tls: {} } : {}),
  };
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || 6379), access };
}

function assertNoKeyPrefix(queue: string, keyPrefix: string | undefined): void {
  if (keyPrefix === undefined || keyPrefix === '') return;
  throw configError(`queue ${queue}`, 'the connection has a keyPrefix, which BullMQ does not work with', 'Use the option "prefix" of bullmq() instead.');
}
