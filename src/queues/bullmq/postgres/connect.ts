import type { PoolConfig } from 'pg';
import type { BrokerPlace } from '../broker-error.ts';
import { loadPackage } from '../load-package.ts';
import { maskUrl } from '../mask-url.ts';
import type { PgPoolConfig, PgPoolLike } from './pg-pool.ts';

/** Longest wait for a connection, in milliseconds. */
const CONNECT_TIMEOUT = 5000;

/** Connections of mendq's own: one for statements, one that listens, and room for two calls at once. */
const MOST_CONNECTIONS = 4;

/** One listens, and statements need another. */
const FEWEST_CONNECTIONS = 2;

/** A pool, and whether mendq opened it. */
export interface PgConnection {
  readonly pool: PgPoolLike;
  readonly place: BrokerPlace;
  /** The schema that the user named; otherwise it is looked up. */
  readonly schema: string | undefined;
  readonly close: () => Promise<void>;
}

/** Takes the user's pool, or makes one. Nothing connects yet. */
export async function pgConnection(queue: string, postgres: string | PgPoolConfig | PgPoolLike): Promise<PgConnection> {
  if (isPool(postgres)) return { pool: postgres, place: { queue, address: 'the given PostgreSQL pool' }, schema: undefined, close: async () => undefined };
  const { schema, ...given } = typeof postgres === 'string' ? { connectionString: postgres, schema: undefined } : postgres;
  const { default: pg } = await loadPackage('pg', () => import('pg'));
  const config: PoolConfig = { keepAlive: true, ...(given as PoolConfig) };
  const pool = new pg.Pool({ ...config, max: Math.max(FEWEST_CONNECTIONS, config.max ?? MOST_CONNECTIONS), connectionTimeoutMillis: CONNECT_TIMEOUT });
  // An idle connection that breaks is replaced at the next call, which tells if that fails too.
  pool.on('error', () => undefined);
  return { pool, place: { queue, address: addressOf(given) }, schema, close: async () => (pool.ended ? undefined : pool.end()) };
}

function isPool(postgres: string | PgPoolConfig | PgPoolLike): postgres is PgPoolLike {
  return typeof postgres === 'object' && 'connect' in postgres && typeof postgres.connect === 'function';
}

function addressOf(config: Omit<PgPoolConfig, 'schema'>): string {
  if (config.connectionString !== undefined) return maskUrl(config.connectionString);
  return `postgres://${config.host ?? 'localhost'}:${config.port ?? 5432}/${config.database ?? ''}`;
}
