import { SAMPLE } from '../failed-options.ts';
import type { PostgresQueue } from './postgres-queue.ts';
import { query } from './transaction.ts';

/** How many of the sampled dead, waiting and delayed jobs have which name. */
export async function sampledNames({ pool, place, schema, name }: PostgresQueue): Promise<ReadonlyMap<string, number>> {
  const sampleOf = (state: string): string => `(SELECT name FROM ${schema}.job WHERE queue = $1 AND state = '${state}' LIMIT ${SAMPLE})`;
  const rows = await query(pool, place, `
    SELECT name, count(*)::int AS jobs FROM (${['failed', 'waiting', 'delayed'].map(sampleOf).join(' UNION ALL ')}) sampled GROUP BY name`, [name]);
  return new Map(rows.map((row) => [String(row['name']), Number(row['jobs'])]));
}
