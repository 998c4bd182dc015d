import type { RedisOptions } from 'ioredis';
import { maskUrl } from '../mask-url.ts';
import { parseUrl } from '../parse-url.ts';
import type { ClusterNode, RedisTarget } from './target.ts';

/** Where a connection leads, for people: a URL, a sentinel's master with its sentinels, or the nodes of a cluster. Never a password. */
export function addressOf(target: RedisTarget): string {
  if (target.kind === 'cluster') return clusterAddress(target.nodes, target.node);
  if (target.kind === 'server') return target.url === undefined ? serverAddress(target.options) : maskUrl(target.url);
  const { isCluster, startupNodes = [], options = {} } = target.instance;
  return isCluster === true ? clusterAddress(startupNodes.map(toNode), options.redisOptions ?? {}) : serverAddress(options);
}

/** The user that a connection logs in as; `default` where none is named. */
export function userOf(target: RedisTarget): string {
  return namedUser(target) ?? 'default';
}

function namedUser(target: RedisTarget): string | undefined {
  if (target.kind === 'cluster') return target.node.username;
  if (target.kind === 'instance') return target.instance.options?.username ?? target.instance.options?.redisOptions?.username;
  const inUrl = parseUrl(target.url ?? '')?.username ?? '';
  return inUrl === '' ? target.options.username : decodeURIComponent(inUrl);
}

function serverAddress(options: RedisOptions): string {
  if (options.path !== undefined && options.path !== null) return options.path;
  if (options.sentinels !== undefined && options.sentinels !== null) {
    const sentinels = options.sentinels.map(({ host, port }) => hostAndPort(host, port, 26_379)).join(', ');
    return `master ${options.name ?? ''} of the sentinels ${sentinels}`;
  }
  return `${schemeOf(options)}://${credentials(options)}${hostAndPort(options.host, options.port, 6379)}/${options.db ?? 0}`;
}

function clusterAddress(nodes: readonly ClusterNode[], options: RedisOptions): string {
  return `cluster ${schemeOf(options)}://${credentials(options)}${nodes.map(({ host, port }) => hostAndPort(host, port, 6379)).join(',')}`;
}

function schemeOf(options: RedisOptions): string {
  return options.tls === undefined || options.tls === null ? 'redis' : 'rediss';
}

function credentials({ username, password }: RedisOptions): string {
  const secret = typeof password === 'string' && password !== '' ? ':***' : '';
  return username === undefined || username === null ? (secret && `${secret}@`) : `${username}${secret}@`;
}

function hostAndPort(host: string | undefined, port: number | undefined, otherwise: number): string {
  const name = host ?? 'localhost';
  return `${name.includes(':') ? `[${name}]` : name}:${port ?? otherwise}`;
}

/** ioredis keeps start nodes as they were given: options, a URL or a port. */
function toNode(node: unknown): ClusterNode {
  if (typeof node === 'number') return { host: 'localhost', port: node };
  if (typeof node === 'string') {
    const url = parseUrl(node.includes('://') ? node : `redis://${node}`);
    return { host: url?.hostname ?? 'localhost', port: Number(url?.port || 6379) };
  }
  const { host = 'localhost', port = 6379 } = (node ?? {}) as Partial<ClusterNode>;
  return { host, port };
}
