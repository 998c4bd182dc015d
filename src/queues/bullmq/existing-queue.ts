import { configError } from '../../core/errors.ts';
import type { LoadedBullmq } from './load-bullmq.ts';
import type { BullmqOptions, QueueLike } from './options.ts';
import { majorOf, parseQueueVersion } from './versions.ts';

/** What an existing `Queue` says of itself. */
export interface ExistingQueue {
  readonly name: string;
  readonly options: BullmqOptions;
  /** The very bullmq that the `Queue` was made with. */
  readonly loaded: LoadedBullmq;
}

/** Where BullMQ connects to if nothing is said. */
const BULLMQ_DEFAULT = { host: '127.0.0.1', port: 6379 } as const;

interface QueueParts {
  readonly opts?: { readonly connection?: BullmqOptions['connection'] };
  /** Release 6: what talks to the store. */
  readonly backend?: object & { readonly connection?: object };
  /** Release 5: the same in two. */
  readonly scripts?: object;
  readonly connection?: object;
  readonly keys?: unknown;
  readonly toKey: (type: string) => string;
  readonly metaValues?: { readonly version?: string };
}

/**
 * Reads name, prefix, store and bullmq off a `Queue`, which stays as it is: mendq opens connections of its own, made
 * like the `Queue`'s. Throws `MENDQ_E_CONFIG` where it is no `Queue` of bullmq on Redis or PostgreSQL.
 */
export function existingQueue(queue: QueueLike): ExistingQueue {
  const { name } = queue;
  const parts = queue as unknown as QueueParts;
  const connection = parts.opts?.connection;
  const store = parts.backend ?? parts.scripts;
  const link = parts.backend?.connection ?? parts.connection;
  if (store === undefined || link === undefined) throw notBullmq(name, 'it is no Queue of bullmq 5.66 or later');
  if (isPostgres(link)) {
    return { name, options: { postgres: connection } as unknown as BullmqOptions, loaded: { exports: { BULLMQ_MAJOR_VERSION: majorNumber(parts) }, from: FROM } };
  }
  if (!('loadCommands' in link)) throw notBullmq(name, 'its backend is neither Redis nor PostgreSQL');
  const base = parts.toKey('');
  const options = { connection: connection ?? BULLMQ_DEFAULT, prefix: base.slice(0, base.length - `:${name}:`.length) };
  return { name, options: withDefaultHost(options) as BullmqOptions, loaded: { exports: exportsOf(parts, store, link), from: FROM } };
}

const FROM = 'the given Queue';

/** BullMQ's pool sits beside the schema that it works on. */
function isPostgres(link: object): boolean {
  return 'pool' in link && 'schema' in link;
}

function majorNumber({ metaValues }: QueueParts): number | undefined {
  const version = parseQueueVersion(metaValues?.version)?.version;
  return version === undefined ? undefined : Number(majorOf(version));
}

/** BullMQ means 127.0.0.1 where ioredis would ask the resolver for localhost. */
function withDefaultHost<Options extends { readonly connection: unknown }>(options: Options): Options {
  const { connection } = options;
  if (typeof connection !== 'object' || connection === null || 'duplicate' in connection) return options;
  return { ...options, connection: { ...BULLMQ_DEFAULT, ...connection } };
}

/** The classes behind the `Queue`, under the names by which the package exports them. */
function exportsOf({ keys, toKey }: QueueParts, store: object, link: object): LoadedBullmq['exports'] {
  function QueueKeys(): object {
    return { getKeys: () => keys, toKey: (_queue: string, type: string) => toKey(type) };
  }
  return { RedisQueueBackend: store.constructor, RedisConnection: link.constructor, QueueKeys };
}

function notBullmq(name: string, problem: string): Error {
  return configError(`queue ${name}`, problem, 'Give the name and the connection: bullmq(name, { connection, prefix }).');
}
