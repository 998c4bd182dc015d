import type { MendqError } from '../core/errors.ts';
import type { CommandResult, Status } from './command.ts';

/** What every command prints with `--json`. Fields are added, never renamed or removed, while `schemaVersion` is 1. */
export interface Envelope {
  readonly schemaVersion: 1;
  readonly command: string;
  /** Only in JSON Lines, where this is the last line. */
  readonly event?: 'result';
  readonly status: Status;
  readonly summary: Readonly<Record<string, unknown>>;
  readonly items: readonly unknown[];
  readonly error?: EnvelopeError;
  /** Command lines that make sense now. */
  readonly next: readonly string[];
}

/** An error in an envelope. */
export interface EnvelopeError {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
  readonly retryable: boolean;
}

/** The result as an envelope; `line` where it is the last of JSON Lines. Queues that failed are told in the summary. */
export function toEnvelope(command: string, result: CommandResult, line = false): Envelope {
  const failures = (result.failures ?? []).map(({ queue, error }) => ({ queue, ...toEnvelopeError(error) }));
  return {
    schemaVersion: 1,
    command,
    ...(line ? { event: 'result' as const } : {}),
    status: result.status,
    summary: failures.length === 0 ? result.summary : { ...result.summary, failures },
    items: result.items ?? [],
    ...(result.error === undefined ? {} : { error: toEnvelopeError(result.error) }),
    next: result.next ?? [],
  };
}

/** The part of an error that programs act on. */
export function toEnvelopeError({ code, message, hint, retryable }: MendqError): EnvelopeError {
  return { code, message, hint: hint ?? null, retryable };
}
