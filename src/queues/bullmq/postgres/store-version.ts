import { wrongVersion } from '../broker-error.ts';
import type { LoadedBullmq } from '../load-bullmq.ts';
import { majorOf } from '../versions.ts';
import type { PgConnection } from './connect.ts';
import { quoted } from './job-table.ts';
import { query } from './transaction.ts';

/** Signatures of the functions that mendq calls. */
const FUNCTIONS = ['reprocess_job(text,text,text,boolean,boolean,boolean)', 'remove(text,text,boolean)'];

/** What BullMQ's tables and the loaded package say of their versions. */
export interface StoreVersion {
  /** Number of the newest migration in the database. */
  readonly migration: number;
  /** Major version of the loaded bullmq. */
  readonly loaded: string;
}

/**
 * Refuses a store that the loaded bullmq is too old for, or whose functions mendq does not know. The functions are part
 * of the database, so they are what runs, whatever package is loaded.
 */
export async function storeVersion({ pool, place }: PgConnection, schema: string, loaded: LoadedBullmq): Promise<StoreVersion> {
  const major = loadedMajor(loaded, place.queue);
  const [row = {}] = await query(pool, place, `
    SELECT COALESCE(max(version), 0)::int AS migration, COALESCE(max((to_jsonb(m) ->> 'min_client_version')::int), 0) AS client FROM ${quoted(schema)}.migration m`);
  assertNotTooNew(place.queue, Number(row['client']), major, loaded.from);
  const [functions = {}] = await query(pool, place, 'SELECT to_regprocedure($1) IS NOT NULL AND to_regprocedure($2) IS NOT NULL AS known', FUNCTIONS.map((name) => `${quoted(schema)}.${name}`));
  if (functions['known'] !== true) {
    throw wrongVersion(place.queue, `mendq does not understand BullMQ's tables at migration ${Number(row['migration'])}`, 'Update mendq, or report the version of bullmq.', { migration: row['migration'] });
  }
  return { migration: Number(row['migration']), loaded: major };
}

/** Refuses tables that need a later bullmq than the loaded one. Throws `MENDQ_E_BROKER_VERSION`. */
export function assertNotTooNew(queue: string, needed: number, loaded: string, from: string): void {
  if (needed <= Number(loaded)) return;
  throw wrongVersion(queue, `its tables need bullmq ${needed}, but bullmq ${loaded} is loaded (from ${from})`, `Install bullmq@${needed}.`, { needed, loaded });
}

function loadedMajor({ exports, from }: LoadedBullmq, queue: string): string {
  const major = exports['BULLMQ_MAJOR_VERSION'];
  if (typeof major === 'number') return majorOf(String(major));
  throw wrongVersion(queue, `the loaded bullmq (from ${from}) has no PostgreSQL backend`, 'Install bullmq 6 or later.', { from });
}
