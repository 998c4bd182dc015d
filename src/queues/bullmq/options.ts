import type { RedisOptions } from 'ioredis';
import type { JobTypeMap } from '../../core/job-type-options.ts';
import type { PgPoolConfig, PgPoolLike } from './postgres/pg-pool.ts';

/** What mendq needs of an existing ioredis connection or cluster: to make further ones like it. */
export interface RedisLike {
  readonly status: string;
  duplicate(...overrides: never[]): unknown;
}

interface SharedOptions<Schemas extends Record<string, unknown>> {
  /** What mendq knows of each job type, by job name; `'*'` for all others. */
  readonly jobs?: JobTypeMap<Schemas>;
  /** The workers' own module (`import * as bullmq from 'bullmq'`), where it can't be found from the configuration's folder. */
  readonly bullmq?: object;
}

/** A queue that BullMQ keeps in Redis. */
export interface BullmqRedisOptions<Schemas extends Record<string, unknown> = Record<string, unknown>> extends SharedOptions<Schemas> {
  /** ioredis options, a `redis://` or `rediss://` URL, or an ioredis instance, which is duplicated and stays yours. */
  readonly connection: string | RedisOptions | RedisLike;
  /** Key prefix of the queue. @defaultValue `'bull'` */
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

/** Options of `bullmq()`: one of the two backends. */
export type BullmqOptions<Schemas extends Record<string, unknown> = Record<string, unknown>> =
  | BullmqRedisOptions<Schemas>
  | BullmqPostgresOptions<Schemas>;
