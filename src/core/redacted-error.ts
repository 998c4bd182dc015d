import { isMendqError, MendqError } from './errors.ts';

/** Causes that are looked at; nobody prints more. */
const MOST_CAUSES = 8;

/**
 * The error with `hide` applied to every text that may be printed of it: message, hint, stack, and the same of its
 * causes. The error itself where nothing had to be hidden.
 */
export function redactedError(error: unknown, hide: (text: string) => string): unknown {
  return redactedCause(error, hide, 0);
}

function redactedCause(error: unknown, hide: (text: string) => string, depth: number): unknown {
  if (typeof error === 'string') return hide(error);
  if (!(error instanceof Error) || depth > MOST_CAUSES) return error;
  const cause = redactedCause(error.cause, hide, depth + 1);
  const members: unknown[] = error instanceof AggregateError ? error.errors : [];
  const redactedMembers = members.map((member) => redactedCause(member, hide, depth + 1));
  const hint = isMendqError(error) ? error.hint : undefined;
  const same =
    cause === error.cause && redactedMembers.every((member, index) => member === members[index]) &&
    [error.message, error.stack ?? '', hint ?? ''].every((text) => hide(text) === text);
  if (same) return error;
  const shown = isMendqError(error) ? likeMendqError(error, hide) : Object.assign(new Error(hide(error.message)), { name: error.name });
  // The fields that a driver hangs on its errors may quote values; only what decides is kept.
  if (!isMendqError(error) && 'code' in error && typeof error.code === 'string') Object.assign(shown, { code: error.code });
  if (error.cause !== undefined) Object.defineProperty(shown, 'cause', { value: cause, configurable: true, writable: true });
  return Object.defineProperty(shown, 'stack', { value: hide(error.stack ?? ''), configurable: true, writable: true });
}

function likeMendqError({ code, message, hint, retryable, context }: MendqError, hide: (text: string) => string): MendqError {
  return new MendqError(code, hide(message), { ...(hint === undefined ? {} : { hint: hide(hint) }), retryable, context });
}
