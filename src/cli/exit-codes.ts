import type { MendqError, MendqErrorCode } from '../core/errors.ts';

/** The exit codes of every command. They are never changed. */
export const EXIT = { ok: 0, failure: 1, usage: 2, waiting: 3, unreachable: 4, interrupted: 130, terminated: 143 } as const;

/** What each exit code means, for `mendq help exit-codes`. */
export const EXIT_CODES: readonly { readonly code: number; readonly meaning: string }[] = [
  { code: EXIT.ok, meaning: 'done, or there was nothing to do' },
  { code: EXIT.failure, meaning: 'something failed: an error that is none of the below, a finding of doctor, a broken audit chain, a harmful decision in eval' },
  { code: EXIT.usage, meaning: 'the command line or the configuration cannot be used; nothing was done' },
  { code: EXIT.waiting, meaning: 'only with --fail-on: what it names was found, for example letters that wait for a person' },
  { code: EXIT.unreachable, meaning: 'a broker or the ledger does not answer, or refuses user or password' },
  { code: EXIT.interrupted, meaning: 'stopped by Ctrl-C (SIGINT) before it was done' },
  { code: EXIT.terminated, meaning: 'stopped by SIGTERM before it was done' },
];

const CODES: Readonly<Partial<Record<MendqErrorCode, number>>> = {
  MENDQ_E_CONFIG: EXIT.usage,
  MENDQ_E_USAGE: EXIT.usage,
  MENDQ_E_SCHEMA_UNSUPPORTED: EXIT.usage,
  MENDQ_E_MISSING_PACKAGE: EXIT.usage,
  MENDQ_E_BROKER_UNREACHABLE: EXIT.unreachable,
  MENDQ_E_BROKER_REFUSED: EXIT.unreachable,
  MENDQ_E_LEDGER_UNREACHABLE: EXIT.unreachable,
};

/** The exit code of a command that ends with this error. */
export function exitCodeOf(error: MendqError): number {
  return CODES[error.code] ?? EXIT.failure;
}
