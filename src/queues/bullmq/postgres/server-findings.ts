import type { Finding } from '../../../core/finding.ts';
import { unquoted } from './job-table.ts';
import type { PostgresQueue } from './postgres-queue.ts';
import { query } from './transaction.ts';

/** The server's version, and settings of it that could take back what was committed. */
export async function serverFindings({ pool, place, name }: PostgresQueue): Promise<readonly Finding[]> {
  const [row = {}] = await query(pool, place, `
    SELECT version() AS version, current_setting('server_version') AS short, current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS synchronous`);
  const subject = `queue ${name}`;
  // PGlite flushes its files by itself, whatever these settings say.
  const isEmbedded = String(row['version']).includes('PGlite');
  const runs: Finding = { severity: 'ok', subject, message: `${place.address} runs ${isEmbedded ? 'PGlite' : 'PostgreSQL'} ${String(row['short'])}` };
  if (isEmbedded || (row['fsync'] !== 'off' && row['synchronous'] !== 'off')) return [runs];
  return [runs, {
    severity: 'warning',
    subject,
    message: `${place.address} runs with fsync ${String(row['fsync'])} and synchronous_commit ${String(row['synchronous'])}: a crash can take back what was committed`,
    fix: 'Set fsync and synchronous_commit to on.',
  }];
}

/** What this user may not do in BullMQ's schema. BullMQ's functions run with the rights of who calls them, so that they need every table. */
export async function rightsFindings({ pool, place, schema, name }: PostgresQueue): Promise<readonly Finding[]> {
  const [row = {}] = await query(pool, place, `
    SELECT current_user AS user, has_schema_privilege($1, 'CREATE') AS may,
           (SELECT string_agg(DISTINCT p.privilege, ', ') FROM pg_class c CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS p(privilege)
             WHERE c.relnamespace = to_regnamespace($2) AND c.relkind = 'r' AND c.relname <> 'migration' AND NOT has_table_privilege(c.oid, p.privilege)) AS missing`,
    [unquoted(schema), schema]);
  const [subject, user] = [`queue ${name}`, String(row['user'])];
  const tables: readonly Finding[] = typeof row['missing'] !== 'string' ? [] : [{
    severity: 'error',
    subject,
    message: `the user ${user} lacks rights on BullMQ's tables in ${schema}: ${row['missing']}`,
    fix: `Run GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO "${user}"; GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO "${user}";`,
  }];
  if (row['may'] === true) return tables;
  return [...tables, {
    severity: 'warning',
    subject,
    message: `the user ${user} may not create tables in ${schema}, where mendq keeps the record of its replays`,
    fix: `Run GRANT CREATE ON SCHEMA ${schema} TO "${user}"; at least for the first replay.`,
  }];
}
