import { DrizzleQueryError } from 'drizzle-orm';
import { isMendqError, MendqError, type MendqErrorCode, messageOf } from '../core/errors.ts';

interface Meaning {
  readonly code: MendqErrorCode;
  readonly retryable: boolean;
  readonly hint: string;
}

const AWAY: Meaning = {
  code: 'MENDQ_E_LEDGER_UNREACHABLE',
  retryable: true,
  hint: 'Check that the database runs and can be reached from here. The call changed all that it says or nothing, and may be repeated.',
};
const BUSY: Meaning = { ...AWAY, hint: 'The database was too busy. Nothing was changed by this call; it may be repeated.' };
const DENIED: Meaning = { ...AWAY, retryable: false, hint: 'Check user, password and database name in the URL of the ledger.' };
const FORBIDDEN: Meaning = {
  ...AWAY,
  retryable: false,
  hint: 'Let the ledger\'s user create a schema: GRANT CREATE ON DATABASE <database> TO <user>.',
};
const CLOSED: Meaning = { ...AWAY, retryable: false, hint: 'The ledger was closed; open it again.' };
const DAMAGED: Meaning = {
  code: 'MENDQ_E_LEDGER_CORRUPT',
  retryable: false,
  hint: 'Restore the ledger from a backup. Letters that still are in their queues are read again by an empty ledger.',
};

/** By SQLSTATE, or by its class, which is the first two characters. */
const BY_SQLSTATE: Readonly<Record<string, Meaning>> = {
  '08': AWAY,
  '53': BUSY,
  '57': AWAY,
  '28': DENIED,
  '3D': DENIED,
  XX: DAMAGED,
  '25006': AWAY,
  '40001': BUSY,
  '40P01': BUSY,
  '42501': FORBIDDEN,
  '55P03': BUSY,
  '57014': BUSY,
  '3F000': DAMAGED,
  '42P01': DAMAGED,
};

const SYSTEM_ERRORS = /^E(?:CONN|PIPE|HOST|NET|TIMEDOUT|NOTFOUND|AI_|ADDR|NOENT|ACCES)/;
const DRIVER_MESSAGES: readonly (readonly [RegExp, Meaning])[] = [
  [/after calling end|is clos(?:ed|ing)/i, CLOSED],
  [/^Connection terminated|^timeout exceeded|^Query read timeout|not queryable|connection error|server does not support SSL/i, AWAY],
  [/SASL|password must be a string/i, DENIED],
];

/**
 * What a failure of the database means to callers: a `MendqError` where the database is away, busy, closed or damaged,
 * otherwise the driver's own error. Drizzle's wrapping goes, because it repeats all parameters, bodies included.
 */
export function toLedgerError(thrown: unknown, location: string): unknown {
  const error = driverErrorOf(thrown);
  if (isMendqError(error)) return error;
  const meaning = meaningOf(error);
  if (meaning === undefined) return error;
  const { code, retryable, hint } = meaning;
  const problem = code === 'MENDQ_E_LEDGER_CORRUPT' ? 'is damaged' : 'could not be used';
  return new MendqError(code, `the ledger ${location} ${problem}: ${messageOf(innermost(error))}`, { hint, retryable, cause: error });
}

/** True where the same transaction, run again, would succeed: it lost against others. */
export function isConflict(thrown: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(driverErrorOf(thrown)));
}

/** The error as the driver threw it. */
export function driverErrorOf(thrown: unknown): unknown {
  return thrown instanceof DrizzleQueryError ? (thrown.cause ?? thrown) : thrown;
}

function meaningOf(error: unknown): Meaning | undefined {
  // What WebAssembly throws when the embedded server gives up.
  if (error instanceof Error && error.name === 'RuntimeError') return DAMAGED;
  const code = codeOf(error);
  if (SYSTEM_ERRORS.test(code)) return AWAY;
  const bySqlState = BY_SQLSTATE[code] ?? (code.length === 5 ? BY_SQLSTATE[code.slice(0, 2)] : undefined);
  return bySqlState ?? DRIVER_MESSAGES.find(([pattern]) => pattern.test(messageOf(error)))?.[1];
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/** A refused connection to several addresses is an AggregateError without a message. */
function innermost(error: unknown): unknown {
  return error instanceof AggregateError && error.message === '' ? error.errors[0] : error;
}
