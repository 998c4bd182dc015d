import { assertSameMajor, parseQueueVersion } from '../versions.ts';
import { assertNotTooNew } from './store-version.ts';
import type { PgClientLike } from './pg-pool.ts';
import type { PostgresQueue } from './postgres-queue.ts';

/**
 * Refuses, inside the transaction that acts, a queue that another major version of bullmq has taken over since it was
 * opened, and tables that were migrated beyond the loaded one. Rejects with `MENDQ_E_BROKER_VERSION`.
 */
export async function assertStillOurs(client: PgClientLike, { name, schema, version, bullmqFrom }: PostgresQueue): Promise<void> {
  const { rows } = await client.query(`
    SELECT (SELECT value FROM ${schema}.meta WHERE queue = $1 AND field = 'version') AS recorded,
           (SELECT COALESCE(max((to_jsonb(m) ->> 'min_client_version')::int), 0) FROM ${schema}.migration m) AS needed`, [name]);
  const recorded = rows[0]?.['recorded'];
  assertSameMajor(name, parseQueueVersion(typeof recorded === 'string' ? recorded : undefined), version.loaded, bullmqFrom);
  assertNotTooNew(name, Number(rows[0]?.['needed']), version.loaded, bullmqFrom);
}
