import { DrizzleQueryError } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { MendqError } from '../../src/core/errors.ts';
import { isConflict, toLedgerError } from '../../src/ledger/database-error.ts';

const withCode = (code: string) => Object.assign(new Error('told by the driver'), { code });
const codeAndRetry = (error: unknown) => {
  const seen = toLedgerError(error, 'postgres://host/ledger');
  return seen instanceof MendqError ? [seen.code.replace('MENDQ_E_LEDGER_', ''), seen.retryable] : seen;
};

describe('an error of the database', () => {
  test.each([
    ['ECONNREFUSED', 'UNREACHABLE', true],
    ['ECONNRESET', 'UNREACHABLE', true],
    ['ETIMEDOUT', 'UNREACHABLE', true],
    ['ENOTFOUND', 'UNREACHABLE', true],
    ['EAI_AGAIN', 'UNREACHABLE', true],
    ['08006', 'UNREACHABLE', true],
    ['57P01', 'UNREACHABLE', true],
    ['57014', 'UNREACHABLE', true],
    ['53300', 'UNREACHABLE', true],
    ['25006', 'UNREACHABLE', true],
    ['40P01', 'UNREACHABLE', true],
    ['28P01', 'UNREACHABLE', false],
    ['3D000', 'UNREACHABLE', false],
    ['42501', 'UNREACHABLE', false],
    ['XX001', 'CORRUPT', false],
    ['42P01', 'CORRUPT', false],
  ])('%s is %s (retryable: %s)', (code, meaning, retryable) => {
    expect(codeAndRetry(withCode(code))).toEqual([meaning, retryable]);
    expect(codeAndRetry(new DrizzleQueryError('select', [], withCode(code)))).toEqual([meaning, retryable]);
  });

  test.each([
    ['Connection terminated unexpectedly', true],
    ['timeout exceeded when trying to connect', true],
    ['Query read timeout', true],
    ['Client has encountered a connection error and is not queryable', true],
    ['Cannot use a pool after calling end on the pool', false],
    ['PGlite is closed', false],
    ['SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string', false],
  ])('%j makes the ledger unreachable (retryable: %s)', (message, retryable) => {
    expect(codeAndRetry(new Error(message))).toEqual(['UNREACHABLE', retryable]);
  });

  test('names every address that was tried, where a host has several', () => {
    const refused = Object.assign(new AggregateError([new Error('connect ECONNREFUSED ::1:1')]), { code: 'ECONNREFUSED' });
    expect(toLedgerError(refused, 'postgres://host/ledger')).toMatchObject({ message: 'the ledger postgres://host/ledger could not be used: connect ECONNREFUSED ::1:1' });
  });

  test('is passed on as the driver threw it where it is none of these, without the parameters', () => {
    const error = withCode('23505');
    expect(toLedgerError(new DrizzleQueryError('insert', ['secret body'], error), '')).toBe(error);
    expect(toLedgerError('text', '')).toBe('text');
  });

  test('stays what it is where mendq threw it', () => {
    const error = new MendqError('MENDQ_E_LEDGER_TOO_NEW', 'too new');
    expect(toLedgerError(error, '')).toBe(error);
  });

  test('is a conflict where somebody else was in the way', () => {
    expect([withCode('40001'), new DrizzleQueryError('', [], withCode('40P01')), withCode('23505'), null].map(isConflict)).toEqual([true, true, false, false]);
  });
});
