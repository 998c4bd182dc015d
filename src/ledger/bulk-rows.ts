import { getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { arrayOf, type Session } from './database.ts';

/** Bounds of one statement: its parameters are held in memory several times over on their way. */
const MOST_ROWS = 5000;
const MOST_BYTES = 16 * 1024 * 1024;

type Row = Readonly<Record<string, unknown>>;

/** Inserts rows that all have the same members, some thousand a statement; `onConflict` is appended to each. */
export async function insertRows<Table extends PgTable>(
  session: Session,
  table: Table,
  rows: readonly Table['$inferInsert'][],
  onConflict: SQL = sql``,
): Promise<void> {
  for (const slice of slicesOf(rows)) {
    const columns = columnsOf(table, slice);
    const names = sql.join(columns.map(({ column }) => sql.identifier(column.name)), sql`, `);
    await session.execute(sql`insert into ${table} (${names}) select * from ${unnested(columns, slice)} ${onConflict}`);
  }
}

/** Updates rows by their member `key`; all of them have the same members, and each one given is written. */
export async function updateRows<Table extends PgTable>(
  session: Session,
  table: Table,
  key: keyof Table['$inferSelect'] & string,
  rows: readonly Partial<Table['$inferSelect']>[],
): Promise<void> {
  for (const slice of slicesOf(rows)) {
    const columns = columnsOf(table, slice);
    const names = sql.join(columns.map(({ column }) => sql.identifier(column.name)), sql`, `);
    const values = columns
      .filter((named) => named.member !== key)
      .map(({ column }) => sql`${sql.identifier(column.name)} = source.${sql.identifier(column.name)}`);
    const keyName = sql.identifier(columns.find((named) => named.member === key)?.column.name ?? key);
    await session.execute(sql`
      update ${table} as target set ${sql.join(values, sql`, `)}
      from ${unnested(columns, slice)} as source (${names})
      where target.${keyName} = source.${keyName}`);
  }
}

interface NamedColumn {
  readonly member: string;
  readonly column: PgColumn;
}

function columnsOf(table: PgTable, rows: readonly Row[]): NamedColumn[] {
  const columns: Record<string, PgColumn> = getTableColumns(table);
  return Object.entries(columns)
    .filter(([member]) => rows[0] !== undefined && member in rows[0])
    .map(([member, column]) => ({ member, column }));
}

function unnested(columns: readonly NamedColumn[], rows: readonly Row[]): SQL {
  const arrays = columns.map(({ member, column }) => arrayOf(column, rows.map((row) => row[member])));
  return sql`unnest(${sql.join(arrays, sql`, `)})`;
}

function* slicesOf(rows: readonly Row[]): Generator<readonly Row[]> {
  let slice: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = sizeOf(row);
    if (slice.length > 0 && (slice.length >= MOST_ROWS || bytes + size > MOST_BYTES)) {
      yield slice;
      slice = [];
      bytes = 0;
    }
    slice.push(row);
    bytes += size;
  }
  if (slice.length > 0) yield slice;
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (value instanceof Uint8Array) return value.byteLength;
  if (typeof value !== 'object' || value === null) return 8;
  return Object.values(value).reduce((total: number, member) => total + sizeOf(member), 8);
}
