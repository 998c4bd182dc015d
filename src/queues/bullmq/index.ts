export { bullmq } from './bullmq.ts';
export type { CopiedJob, DeadLetterQueueOptions, Unwrap, UnwrappedLetter } from './dead-letter-queue/dead-letter-queue-options.ts';
export { keepErrors } from './keep-errors.ts';
export type { BullmqOptions, BullmqPostgresOptions, BullmqQueueOptions, BullmqRedisOptions, QueueLike, RedisClusterOptions, RedisConnectionOptions, RedisLike } from './options.ts';
export type { PgClientLike, PgPoolConfig, PgPoolLike, PgResult } from './postgres/pg-pool.ts';
export { pglitePool, type PglitePool, type PglitePoolOptions } from '../../pglite/pglite-pool.ts';
