import { wrongVersion } from '../broker-error.ts';
import type { PgConnection } from './connect.ts';
import { quoted } from './job-table.ts';
import { query } from './transaction.ts';

/** The schema that BullMQ's unqualified names reach on this pool, BullMQ's default where they reach none. */
export async function schemaOf({ pool, place, schema }: PgConnection): Promise<string> {
  const rows = await query(pool, place, `
    SELECT n.nspname AS schema FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.oid = COALESCE(to_regclass($1), to_regclass('job_dependency'), to_regclass('bullmq.job_dependency'))`,
    [schema === undefined ? null : `${quoted(schema)}.job_dependency`]);
  const found = rows[0]?.['schema'];
  const wanted = schema ?? 'bullmq';
  if (typeof found === 'string' && (schema === undefined || found === schema)) return found;
  throw wrongVersion(place.queue, `${place.address} has no BullMQ tables in the schema ${wanted}`, "Run BullMQ's migrations (runMigrations), or name the right schema.", { schema: wanted });
}
