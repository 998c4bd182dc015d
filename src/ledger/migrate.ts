import { readdir, readFile } from 'node:fs/promises';
import { type SQL, sql } from 'drizzle-orm';
import { MendqError } from '../core/errors.ts';
import { type Database, lockName, rowsOf, type Session } from './database.ts';

/** The same folder from `src/` and from `dist/`. */
const FOLDER = new URL('../../drizzle/', import.meta.url);

interface Migration {
  readonly number: number;
  readonly name: string;
  /** The oldest release that can work beside it, by the number of its newest migration. */
  readonly needs: number;
  readonly statements: readonly string[];
}

/**
 * Brings the tables up to this build, in one transaction. Any number of processes may do so at once: one works, the
 * others wait and find nothing left to do. A later build may have been here: this one goes on beside it where every
 * migration that it doesn't know says that it can. Rejects with `MENDQ_E_LEDGER_TOO_NEW` where one says no, or nothing.
 */
export async function migrate(database: Database): Promise<void> {
  const migrations = await readMigrations();
  await database.transaction(async (session) => {
    if ((await pendingOf(session, database, migrations)).length === 0) return;
    await lockName(session, 'migrate', 'mendq');
    for (const migration of await pendingOf(session, database, migrations)) await apply(session, migration);
  });
}

async function readMigrations(): Promise<Migration[]> {
  const files = (await readdir(FOLDER)).filter((file) => /^\d{4}_.+\.sql$/.test(file)).toSorted();
  return await Promise.all(files.map(async (file) => parseMigration(file, await readFile(new URL(file, FOLDER), 'utf8'))));
}

/** Reads a migration. One that does not say in its first line which release it needs is taken to need its own. */
export function parseMigration(file: string, text: string): Migration {
  const number = Number(file.slice(0, 4));
  const needs = /^-- needs (\d+)/.exec(text)?.[1];
  return { number, name: file.slice(5, -4), needs: needs === undefined ? number : Number(needs), statements: text.split('--> statement-breakpoint') };
}

async function pendingOf(session: Session, database: Database, migrations: readonly Migration[]): Promise<readonly Migration[]> {
  const applied = await readApplied(session);
  const known = migrations.at(-1)?.number ?? -1;
  const tooNew = applied.filter(({ number, needs }) => number > known && (needs ?? number) > known);
  if (tooNew.length > 0) {
    const hint = 'A later release of mendq has changed this ledger: upgrade mendq here, too.';
    const context = { newest: Math.max(...tooNew.map(({ number }) => number)), known };
    throw new MendqError('MENDQ_E_LEDGER_TOO_NEW', `the ledger ${database.location} is too new for this release`, { hint, context });
  }
  return migrations.filter(({ number }) => !applied.some((migration) => migration.number === number));
}

async function readApplied(session: Session): Promise<readonly { readonly number: number; readonly needs: number | null }[]> {
  // Asked first, because CREATE ... IF NOT EXISTS wants the right to create even where there is nothing to create.
  if (!(await exists(session, sql`pg_catalog.pg_tables where schemaname = 'mendq' and tablename = 'migrations'`))) return [];
  // By way of JSON, because a ledger of the first release has no such column.
  return await rowsOf(session, sql`select number, (to_jsonb(migration) ->> 'needs')::integer as needs from mendq.migrations as migration`);
}

/** Reads the catalogue itself: `to_regclass` may answer from a cache that is older than the lock. */
async function exists(session: Session, what: SQL): Promise<boolean> {
  return (await rowsOf(session, sql`select 1 from ${what}`)).length > 0;
}

async function apply(session: Session, migration: Migration): Promise<void> {
  if (!(await exists(session, sql`pg_catalog.pg_namespace where nspname = 'mendq'`))) await session.execute(sql`create schema mendq`);
  await session.execute(sql`
    create table if not exists mendq.migrations (
      number integer primary key, name text not null, applied_at timestamptz not null default now(), needs integer)`);
  for (const statement of migration.statements) await session.execute(sql.raw(statement));
  const { number, name, needs } = migration;
  await session.execute(sql`insert into mendq.migrations (number, name, needs) values (${number}, ${name}, ${needs})`);
}
