import { failureFact, type Rule } from '../rule.ts';

const CODES = new Set([
  '42703',
  '42P01',
  '42883',
  '3D000',
  '3F000',
  'ER_BAD_FIELD_ERROR',
  'ER_NO_SUCH_TABLE',
  'ER_BAD_DB_ERROR',
  'ER_SP_DOES_NOT_EXIST',
  'P1003',
  'P2021',
  'P2022',
  'SQLITE_NO_SUCH',
  'MSSQL_NO_SUCH',
  'MODULE_NOT_FOUND',
  'ERR_MODULE_NOT_FOUND',
  'UNIMPLEMENTED',
]);

/** A table, column, function or module that is not there. */
export const structureMissing: Rule = {
  name: 'structure-missing',
  why: 'What is missing is part of the program, not of the letter: a migration or a deployment has to bring it.',
  source: 'PostgreSQL 42703, 42P01, 42883, 3D000, 3F000; MySQL 1054, 1146, 1049, 1305; Prisma P1003, P2021 and P2022.',
  examples: {
    for: [
      { shows: 'a column before its migration', stack: 'error: column "loyalty_tier" of relation "orders" does not exist' },
      { shows: 'a method that the service no longer has', stack: 'Error: 12 UNIMPLEMENTED: The server does not implement the method /x.Y/Z' },
      { shows: 'a table', stack: "Error: ER_NO_SUCH_TABLE: Table 'shop.orders' doesn't exist" },
    ],
    against: [{ shows: 'a row that is not there', stack: 'NotFoundError: order 12 does not exist' }],
  },
  match({ failure }) {
    if (!CODES.has(failure.code ?? '')) return undefined;
    return {
      cause: 'defect',
      rule: 'structure-missing',
      why: 'A table, column, function or module that the worker needs does not exist; a migration or a deployment is missing.',
      evidence: [failureFact(failure)],
      confidence: 'certain',
    };
  },
};
