import type { ParsedFailure } from '../core/failure.ts';

/** The key that a store says is taken. */
export interface TakenKey {
  /** The table or collection, `''` where the failure names none. */
  readonly table: string;
  /** Columns of the key; empty where only a name of the key is known that does not tell them. */
  readonly columns: readonly string[];
  /** The values as the store printed them; `undefined` where it prints none. */
  readonly value: string | undefined;
  readonly primary: boolean;
}

/** How each store says that a key is taken: PostgreSQL, MySQL, MongoDB, Prisma, SQLite, SQL Server, Sequelize, DynamoDB. */
const CODES = new Set([
  '23505', 'ER_DUP_ENTRY', 'E11000', 'P2002', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', 'MSSQL_DUPLICATE', 'SEQUELIZE_UNIQUE',
  'ConditionalCheckFailedException',
]);
const PRIMARY_CODES = new Set(['SQLITE_CONSTRAINT_PRIMARYKEY', 'ConditionalCheckFailedException']);
const PRIMARY = /(?:^|\.)PRIMARY$|_pkey$|^_id_$/;
/** From this length on stores cut what they print, so that another key could look the same. */
const CUT_FROM = 64;
/** Words that say that an index is one. */
const INDEX_WORDS = new Set('uq uk ux uix uidx idx ix un unique uniq key index constraint'.split(' '));

/** Reads which key is taken, `undefined` where the failure is none of that kind, or was cut. */
export function takenKeyOf(failure: ParsedFailure): TakenKey | undefined {
  const { code = '', details } = failure;
  if (!CODES.has(code) || isOfUpdate(details) || isCut(failure)) return undefined;
  const { constraint = '', keyColumns } = details;
  const table = details['table'] ?? details['model'] ?? '';
  const primary = PRIMARY.test(constraint) || PRIMARY_CODES.has(code);
  const columns = keyColumns?.split(', ') ?? (primary ? [] : columnsOf(constraint, table));
  return { table, columns, value: details['keyValue'], primary };
}

/** An update that would take the key of another row, and an upsert that lost a race, are no work that was done before. */
function isOfUpdate({ call }: ParsedFailure['details']): boolean {
  return call !== undefined && !call.startsWith('create');
}

function isCut({ library, details }: ParsedFailure): boolean {
  return library === 'mysql' && (details['keyValue'] ?? '').length >= CUT_FROM;
}

/** The column in the name of an index: `orders.order_no`, `uq_orders_order_no`. */
function columnsOf(constraint: string, table: string): readonly string[] {
  const words = (constraint.split('.').at(-1) ?? '').toLowerCase().split('_').filter((word) => word !== '' && !INDEX_WORDS.has(word));
  const own = table.toLowerCase().split('_');
  const named = own.every((word, index) => words[index] === word) && words.length > own.length ? words.slice(own.length) : words;
  return named.length === 0 ? [] : [named.join('_')];
}
