import { isMendqError, MendqError } from './errors.ts';

type Hide = (text: string) => string;

/** Causes that are looked at; nobody prints more. */
const MOST_CAUSES = 8;

/**
 * The error with `hide` applied to every text that may be printed of it: message, hint, stack, and the same of its
 * causes. The error itself where nothing had to be hidden.
 */
export function redactedError(error: unknown, hide: Hide): unknown {
  return redactedCause(error, hide, 0);
}

function redactedCause(error: unknown, hide: Hide, depth: number): unknown {
  if (typeof error === 'string') return hide(error);
  if (!(error instanceof Error) || depth > MOST_CAUSES) return error;
  const cause = redactedCause(error.cause, hide, depth + 1);
  const members: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  const same = cause === error.cause && members.every((member) => redactedCause(member, hide, depth + 1) === member) && textsOf(error).every((text) => hide(text) === text);
  return same ? error : likeError(error, cause, hide);
}

function textsOf(error: Error): readonly string[] {
  return [error.message, error.stack ?? '', isMendqError(error) ? (error.hint ?? '') : ''];
}

function likeError(error: Error, cause: unknown, hide: Hide): Error {
  const shown = isMendqError(error) ? likeMendqError(error, hide) : likeForeignError(error, hide);
  if (error.cause !== undefined) Object.defineProperty(shown, 'cause', { value: cause, configurable: true, writable: true });
  return Object.defineProperty(shown, 'stack', { value: hide(error.stack ?? ''), configurable: true, writable: true });
}

/** The fields that a driver hangs on its errors may quote values; only the code, which decides, is kept. */
function likeForeignError(error: Error, hide: Hide): Error {
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return Object.assign(new Error(hide(error.message)), { name: error.name, ...code });
}

function likeMendqError({ code, message, hint, retryable, context }: MendqError, hide: Hide): MendqError {
  return new MendqError(code, hide(message), { ...(hint === undefined ? {} : { hint: hide(hint) }), retryable, context });
}
