import { isMendqError, MendqError, type MendqErrorCode } from '../core/errors.ts';

/** An error in values that every process can read. */
export interface PackedError {
  /** Only for errors of mendq. */
  readonly code?: MendqErrorCode;
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly hint?: string;
  readonly retryable?: boolean;
  /** As JSON, because anything may be in it. */
  readonly context?: string;
  readonly cause?: PackedError;
}

/** A value whose errors stand beside it: sent as they are they would lose what is mendq's own. */
export interface Packed {
  readonly value: unknown;
  readonly errors: readonly { readonly path: readonly (string | number)[]; readonly error: PackedError }[];
}

/** Errors stand at this depth at most: in a list of failures, or in an event. Below are payloads, which hold none. */
const ERROR_DEPTH = 5;

/** Causes that are followed. */
const MOST_CAUSES = 5;

/** Levels that a value keeps where it is nested too deep to be sent. */
const KEPT_LEVELS = 300;

/** Prepares a value for sending. The value itself is left alone. */
export function pack(value: unknown): Packed {
  const errors: { path: readonly (string | number)[]; error: PackedError }[] = [];
  const walk = (part: unknown, path: readonly (string | number)[]): unknown => {
    if (part instanceof Error) {
      errors.push({ path, error: packError(part) });
      return null;
    }
    return path.length >= ERROR_DEPTH ? part : mapped(part, (child, key) => walk(child, [...path, key]));
  };
  return { value: walk(value, []), errors };
}

/** Puts the errors back. Changes the packed value. */
export function unpack({ value, errors }: Packed): unknown {
  const holder: Record<string | number, unknown> = { value };
  for (const { path, error } of errors) {
    let place = holder;
    let key: string | number = 'value';
    for (const step of path) {
      place = place[key] as typeof holder;
      key = step;
    }
    place[key] = unpackError(error);
  }
  return holder['value'];
}

/** A copy without what is nested deeper than can be sent; the payloads that need it are attacks. */
export function withoutDepths(value: unknown, levels = KEPT_LEVELS): unknown {
  if (levels === 0) return typeof value === 'object' && value !== null ? '…' : value;
  return mapped(value, (child) => withoutDepths(child, levels - 1));
}

/** An error in plain values. */
export function packError(error: unknown, causes = MOST_CAUSES): PackedError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message, stack, cause } = error;
  return {
    name,
    message,
    ...(stack === undefined ? {} : { stack }),
    ...(cause === undefined || causes === 0 ? {} : { cause: packError(cause, causes - 1) }),
    ...(isMendqError(error) ? { code: error.code, retryable: error.retryable, context: asJson(error.context), ...(error.hint === undefined ? {} : { hint: error.hint }) } : {}),
  };
}

/** The error of another process as one of this one. */
export function unpackError({ code, name, message, stack, hint, retryable = false, context = '{}', cause }: PackedError): Error {
  const reason = cause === undefined ? {} : { cause: unpackError(cause) };
  const facts = JSON.parse(context) as Readonly<Record<string, unknown>>;
  const error = code === undefined ? new Error(message, reason) : new MendqError(code, message, { retryable, context: facts, ...(hint === undefined ? {} : { hint }), ...reason });
  error.name = name;
  if (stack !== undefined) error.stack = stack;
  return error;
}

function asJson(context: unknown): string {
  try {
    return JSON.stringify(context) ?? '{}';
  } catch {
    return '{}';
  }
}

/** A copy with every child replaced, for lists and plain objects; anything else as it is. A key `__proto__` stays a key. */
function mapped(value: unknown, child: (value: unknown, key: string | number) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item, index) => child(item, index));
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, child(item, key)]));
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
