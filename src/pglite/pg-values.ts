import type { PgliteQueryOptions, PgliteResult } from './pglite-like.ts';

/** A result as node-postgres gives it. */
export interface PgShapedResult<Row = Record<string, unknown>> {
  rows: Row[];
  rowCount: number | null;
  fields: { name: string; dataTypeID: number }[];
  command: string;
}

/** A statement as node-postgres takes it. */
export interface PgStatement {
  readonly text: string;
  readonly values?: readonly unknown[] | undefined;
  readonly rowMode?: 'array' | undefined;
}

const BYTEA = 17;
const INT8 = 20;
const INT8_ARRAY = 1016;

/** Types that node-postgres answers in another form than PGlite: 64-bit integers as text, bytes as a Buffer. */
const PARSERS: Record<number, (text: string) => unknown> = {
  [INT8]: (text) => text,
  [BYTEA]: (text) => Buffer.from(text.slice(2), 'hex'),
  [INT8_ARRAY]: (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map((item) => (item === 'NULL' ? null : item))),
};

/** What PGlite is to be asked so that the answer has node-postgres' form. */
export function queryOptions(statement: PgStatement): PgliteQueryOptions {
  return { parsers: PARSERS, rowMode: statement.rowMode ?? 'object' };
}

/** Parameters as PGlite takes them: node-postgres sends objects as JSON and `undefined` as null. */
export function toParameters(values: readonly unknown[]): unknown[] {
  return values.map((value) => {
    if (value === undefined) return null;
    const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date) && !(value instanceof Uint8Array);
    return isPlain ? JSON.stringify(value) : value;
  });
}

/** A PGlite result in node-postgres' form. */
export function toPgResult<Row>(result: unknown): PgShapedResult<Row> {
  const { rows, fields, rowCount, affectedRows, command } = result as PgliteResult;
  return { rows: rows as Row[], fields: fields.map((field) => ({ ...field })), rowCount: rowCount ?? affectedRows ?? rows.length, command: command ?? '' };
}

/** The answer to a text of several statements: node-postgres gives one result, or a list of them. */
export function toPgResults<Row>(results: readonly unknown[]): PgShapedResult<Row> {
  const shaped = results.map((result) => toPgResult<Row>(result));
  const [only = { rows: [], rowCount: null, fields: [], command: '' }] = shaped;
  return shaped.length > 1 ? (shaped as unknown as PgShapedResult<Row>) : only;
}
