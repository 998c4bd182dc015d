import type { Finding } from '../../../core/finding.ts';
import { countFinding, retentionFindings, SAMPLE, versionFinding, type SampledOptions } from '../failed-options.ts';
import { runningFindings } from '../running-findings.ts';
import { recordedVersion, type PostgresQueue } from './postgres-queue.ts';
import { rightsFindings, serverFindings } from './server-findings.ts';
import { query } from './transaction.ts';

/** Newest events that are looked at. */
const EVENTS = 1000;

/** Looks at the queue and at the server's settings that could lose letters. Changes nothing. */
export async function check(queue: PostgresQueue): Promise<readonly Finding[]> {
  const { pool, place, schema, name, version } = queue;
  const [count = {}] = await query(pool, place, `SELECT count(*)::int AS failed FROM ${schema}.job WHERE queue = $1 AND state = 'failed'`, [name]);
  const failed = Number(count['failed']);
  return [
    versionFinding(name, await recordedVersion(pool, place, schema), `${version.loaded} (tables at migration ${version.migration})`, queue.bullmqFrom),
    countFinding(name, failed),
    ...retentionFindings(name, await sampledOptions(queue)),
    ...runningFindings(name, { failed, ...(await runningFacts(queue)) }),
    ...(await serverFindings(queue)),
    ...(await rightsFindings(queue)),
  ];
}

async function sampledOptions({ pool, place, schema, name }: PostgresQueue): Promise<SampledOptions> {
  const optionsOf = async (source: string): Promise<readonly string[]> => (await query(pool, place, source, [name])).map((row) => String(row['options']));
  const [row = {}] = await query(pool, place, `
    SELECT count(*)::int AS vanished FROM (
      SELECT DISTINCT ON (job) job, event FROM (
        SELECT data ->> 'jobId' AS job, event, id FROM ${schema}.event WHERE queue = $1 AND event <> 'retries-exhausted' ORDER BY id DESC LIMIT ${EVENTS}) newest
       WHERE job IS NOT NULL ORDER BY job, id DESC) last
     WHERE event = 'failed' AND NOT EXISTS (SELECT 1 FROM ${schema}.job j WHERE j.queue = $1 AND j.id = last.job)`, [name]);
  return {
    dead: await optionsOf(`SELECT opts::text AS options FROM ${schema}.job WHERE queue = $1 AND state = 'failed' ORDER BY finished_at_ms DESC LIMIT ${SAMPLE}`),
    others: [
      ...(await optionsOf(`SELECT opts::text AS options FROM ${schema}.job WHERE queue = $1 AND state <> 'failed' LIMIT ${SAMPLE}`)),
      ...(await optionsOf(`SELECT template_opts::text AS options FROM ${schema}.scheduler WHERE queue = $1 LIMIT ${SAMPLE}`)),
    ],
    vanished: Number(row['vanished']),
  };
}

async function runningFacts({ pool, place, schema, name, clock }: PostgresQueue): Promise<{ readonly isPaused: boolean; readonly skew: number; readonly workers?: number }> {
  const before = clock.now().getTime();
  const [row = {}] = await query(pool, place, `
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now, version() LIKE '%PGlite%' AS embedded,
           EXISTS (SELECT 1 FROM ${schema}.meta WHERE queue = $1 AND field = 'paused' AND value IS NOT NULL AND value NOT IN ('0', 'false')) AS paused`, [name]);
  const skew = Number(row['now']) - (before + clock.now().getTime()) / 2;
  const isPaused = row['paused'] === true;
  if (row['embedded'] === true) return { isPaused, skew };
  // Workers name their listening connection after the queue; PostgreSQL keeps 63 bytes of a name.
  const clients = await query(pool, place, `
    SELECT application_name AS name FROM pg_stat_activity
     WHERE datname = current_database() AND (application_name = left($1, 63) OR application_name LIKE replace(replace($1, '_', '\\_'), '%', '\\%') || ':w:%')`, [name]);
  const workers = clients.length;
  return { isPaused, skew, workers };
}
