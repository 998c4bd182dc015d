import type { BullmqPostgresOptions } from '../options.ts';
import { pgConnection } from './connect.ts';
import { quoted } from './job-table.ts';
import { schemaOf } from './schema-of.ts';
import { query } from './transaction.ts';

/** The names of all queues in the schema. */
export async function findQueues(pattern: string, options: BullmqPostgresOptions): Promise<readonly string[]> {
  const connection = await pgConnection(pattern, options.postgres);
  try {
    const rows = await query(connection.pool, connection.place, `SELECT DISTINCT queue FROM ${quoted(await schemaOf(connection))}.meta ORDER BY queue`);
    return rows.map((row) => String(row['queue']));
  } finally {
    await connection.close();
  }
}
