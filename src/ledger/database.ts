import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { sha256 } from '../core/hash.ts';

/** Statements of one transaction, on whatever driver. */
export type Session = PgDatabase<PgQueryResultHKT>;

/** All that the ledger needs of a database. */
export interface Database {
  /** For people: path or URL, password masked. */
  readonly location: string;
  /** True where no other process can be using this database. */
  readonly exclusive: boolean;
  /**
   * Runs `work` in one transaction with isolation level READ COMMITTED and commits when it resolves; rolls back and
   * rejects when it rejects. After a deadlock `work` may run again. Connection errors become `MENDQ_E_LEDGER_UNREACHABLE`.
   */
  transaction<Result>(work: (session: Session) => Promise<Result>): Promise<Result>;
  /** Gives back what was opened for this ledger. May be called twice. */
  close(): Promise<void>;
}

/** Runs a statement written by hand and gives its rows, whose columns come as the driver gives them. */
export async function rowsOf<Row>(session: Session, statement: SQL): Promise<readonly Row[]> {
  const result: unknown = await session.execute(statement);
  return (result as { readonly rows: readonly Row[] }).rows;
}

/** `column = any(values)`, with one parameter however many values there are. */
export function isAmong<Value>(column: PgColumn, values: readonly Value[]): SQL {
  return sql`${column} = any(${arrayOf(column, values)})`;
}

/** The values as one array parameter of the column's type. */
export function arrayOf(column: PgColumn, values: readonly unknown[]): SQL {
  const stored = values.map((value) => (value === null || value === undefined ? null : column.mapToDriverValue(value)));
  return sql`${sql.param(stored)}::${sql.raw(column.getSQLType())}[]`;
}

/** Keeps other transactions that lock the same name for the same purpose waiting until this one ends. */
export async function lockName(session: Session, purpose: string, name: string): Promise<void> {
  const key = BigInt.asIntN(64, BigInt(`0x${sha256('mendq', purpose, name).slice(0, 16)}`));
  await session.execute(sql`select pg_advisory_xact_lock(${key.toString()}::bigint)`);
}
