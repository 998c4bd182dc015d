import type { ClusterOptions, RedisOptions } from 'ioredis';
import type { JobTypeMap } from '../../core/job-type-options.ts';
import type { DeadLetterQueueOptions } from './dead-letter-queue/dead-letter-queue-options.ts';
import type { PgPoolConfig, PgPoolLike } from './postgres/pg-pool.ts';

/** What mendq needs of an existing ioredis connection or cluster: to make further ones like it. */
export interface RedisLike {
  readonly status: string;
  duplicate(...overrides: never[]): unknown;
}

/** ioredis options of one server, of a master behind sentinels (`sentinels`, `name`) or of a socket (`path`), with BullMQ's `url`. */
export interface RedisConnectionOptions extends RedisOptions {
  readonly url?: string;
}

/** A Redis Cluster: some of its nodes, and ioredis' options of a cluster. `username`, `password` and `tls` hold for each node. */
export interface RedisClusterOptions extends ClusterOptions {
  readonly cluster: readonly (string | { readonly host?: string; readonly port?: number })[];
  readonly username?: string;
  readonly password?: string;
  readonly tls?: RedisOptions['tls'];
}

interface SharedOptions<Schemas extends Record<string, unknown>> {
  /** What mendq knows of each job type, by job name; `'*'` for all others. */
  readonly jobs?: JobTypeMap<Schemas>;
  /**
   * A queue of the application's own, into which its workers copy dead jobs. The letters are then its jobs, not those in
   * `failed`; a replay puts the job that was copied back on the main queue and takes the copy out, in one step.
   */
  readonly deadLetterQueue?: string | DeadLetterQueueOptions;
  /** The workers' own module (`import * as bullmq from 'bullmq'`), where it can't be found from the configuration's folder. */
  readonly bullmq?: object;
}

/** A queue that BullMQ keeps in Redis. */
export interface BullmqRedisOptions<Schemas extends Record<string, unknown> = Record<string, unknown>> extends SharedOptions<Schemas> {
  /**
   * A `redis://` or `rediss://` URL, ioredis options (also with `sentinels` and `name`, `tls`, `username`, `path`), the
   * nodes of a cluster, or an ioredis `Redis` or `Cluster`, which is duplicated and stays yours.
   */
  readonly connection: string | RedisConnectionOptions | RedisClusterOptions | RedisLike;
  /** Key prefix of the queue. On a cluster it needs a hash tag: `'{bull}'`. @defaultValue `'bull'` */
  readonly prefix?: string;
  readonly postgres?: never;
}

/** A queue that BullMQ keeps in PostgreSQL. */
export interface BullmqPostgresOptions<Schemas extends Record<string, unknown> = Record<string, unknown>> extends SharedOptions<Schemas> {
  /** A connection string, pg pool options (with BullMQ's `schema`), a `pg.Pool`, which stays yours, or `pglitePool(db)`. */
  readonly postgres: string | PgPoolConfig | PgPoolLike;
  readonly connection?: never;
  readonly prefix?: never;
}

/** What mendq needs of an existing BullMQ `Queue`: its name, its store and the bullmq that it was made with. */
export interface QueueLike {
  readonly name: string;
  readonly opts: object;
  toKey(type: string): string;
}

/** Options of `bullmq(queue)`: everything else is the `Queue`'s own. */
export type BullmqQueueOptions<Schemas extends Record<string, unknown> = Record<string, unknown>> = Omit<SharedOptions<Schemas>, 'bullmq'>;

/** Options of `bullmq()`: one of the two backends. */
export type BullmqOptions<Schemas extends Record<string, unknown> = Record<string, unknown>> =
  | BullmqRedisOptions<Schemas>
  | BullmqPostgresOptions<Schemas>;
