import type { Finding } from '../../../core/finding.ts';
import { countFinding, retentionFinding, SAMPLE, versionFinding } from '../failed-options.ts';
import { recordedVersion, type PostgresQueue } from './postgres-queue.ts';
import { query } from './transaction.ts';

/** Looks at the queue and at the server's settings that could lose letters. Changes nothing. */
export async function check(queue: PostgresQueue): Promise<readonly Finding[]> {
  const { pool, place, schema, name, version } = queue;
  const [count = {}] = await query(pool, place, `SELECT count(*)::int AS failed FROM ${schema}.job WHERE queue = $1 AND state = 'failed'`, [name]);
  const sample = await query(pool, place, `SELECT opts::text AS options FROM ${schema}.job WHERE queue = $1 AND state = 'failed' ORDER BY finished_at_ms DESC LIMIT ${SAMPLE}`, [name]);
  return [
    versionFinding(name, await recordedVersion(pool, place, schema), `${version.loaded} (tables at migration ${version.migration})`, queue.bullmqFrom),
    countFinding(name, Number(count['failed'])),
    retentionFinding(name, sample.map((row) => String(row['options']))),
    ...(await durabilityFindings(queue)),
    ...(await rightsFindings(queue)),
  ];
}

async function durabilityFindings({ pool, place, name }: PostgresQueue): Promise<readonly Finding[]> {
  const [row = {}] = await query(pool, place, `SELECT version(), current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS synchronous`);
  // PGlite flushes its files by itself, whatever these settings say.
  const isEmbedded = String(row['version']).includes('PGlite');
  if (isEmbedded || (row['fsync'] !== 'off' && row['synchronous'] !== 'off')) return [];
  return [{
    severity: 'warning',
    subject: `queue ${name}`,
    message: `${place.address} runs with fsync ${String(row['fsync'])} and synchronous_commit ${String(row['synchronous'])}: a crash can take back what was committed`,
    fix: 'Set fsync and synchronous_commit to on.',
  }];
}

async function rightsFindings({ pool, place, schema, name }: PostgresQueue): Promise<readonly Finding[]> {
  const [row = {}] = await query(pool, place, `SELECT has_schema_privilege($1, 'CREATE') AS may`, [schema.slice(1, -1).replaceAll('""', '"')]);
  if (row['may'] === true) return [];
  return [{
    severity: 'warning',
    subject: `queue ${name}`,
    message: `this user may not create tables in ${schema}, where mendq keeps the record of its replays`,
    fix: `Run GRANT CREATE ON SCHEMA ${schema} TO the user of this connection, at least for the first replay.`,
  }];
}
