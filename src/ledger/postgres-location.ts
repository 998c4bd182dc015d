import type { Pool } from 'pg';
import { configError } from '../core/errors.ts';

/** The URL for people: password masked, parameters left out. Throws `MENDQ_E_CONFIG` where it is no URL. */
export function locationOfUrl(url: string): string {
  if (!URL.canParse(url)) {
    const hint = 'Write it as postgres://user:password@host:5432/database, special characters of the password percent-encoded.';
    throw configError('ledger', 'the URL can not be read', hint);
  }
  const { protocol, username, password, host, pathname } = new URL(url);
  const secret = password === '' ? '' : ':***';
  return `${protocol}//${username}${secret}${username === '' ? '' : '@'}${host}${pathname}`;
}

/** The server of a pool, as far as its options tell. */
export function locationOfPool(pool: Pool): string {
  const { connectionString, host = 'localhost', port = 5432, database = '' } = pool.options;
  if (connectionString !== undefined && URL.canParse(connectionString)) return locationOfUrl(connectionString);
  return `postgres://${host}:${port}/${database}`;
}
