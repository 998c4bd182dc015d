import type { BrokerPlace } from '../broker-error.ts';
import type { PgPoolLike } from './pg-pool.ts';
import { query } from './transaction.ts';

/** A column of BullMQ's job table. */
export interface JobColumn {
  readonly name: string;
  /** Its type as SQL writes it. */
  readonly type: string;
}

/** The columns as this database has them, so that a restored job also has those of later releases. */
export async function jobColumns(pool: PgPoolLike, place: BrokerPlace, schema: string): Promise<readonly JobColumn[]> {
  const rows = await query(pool, place, `
    SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, t.typnamespace::regnamespace::text AS namespace, t.typname AS bare
      FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
     WHERE a.attrelid = to_regclass($1) AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     ORDER BY a.attnum`, [`${quoted(schema)}.job`]);
  return rows.map((row) => ({
    name: String(row['name']),
    // A type of BullMQ's own is spelt without its schema where the search path has it.
    type: row['namespace'] === 'pg_catalog' ? String(row['type']) : `${String(row['namespace'])}.${quoted(String(row['bare']))}`,
  }));
}

/** An SQL identifier in quotes. */
export function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

/** The identifier that stands in these quotes. */
export function unquoted(identifier: string): string {
  return identifier.slice(1, -1).replaceAll('""', '"');
}
