import { jsonTypeOf, type Json } from '../core/json.ts';
import { toPointer, valueAt } from '../core/json-pointer.ts';
import type { IssueCode, SchemaIssue, Validation } from '../core/payload-schema.ts';

/** What a library says of one place, before the payload has been looked at. */
export interface FoundIssue {
  readonly path: readonly PropertyKey[];
  readonly code: IssueCode;
  readonly expected: string;
  readonly message: string;
}

/** Codes that, where nothing is at the place, all mean that the member is missing. */
const SAYS_MISSING: ReadonlySet<IssueCode> = new Set(['type', 'enum', 'const', 'format', 'pattern', 'union']);

/** The issue in mendq's words. What was received is read from the payload, because not every library tells. */
export function toIssue(payload: Json, { path, code, expected, message }: FoundIssue): SchemaIssue {
  const pointer = toPointer(path.map(String));
  const received = jsonTypeOf(valueAt(payload, pointer));
  return { pointer, code: received === 'missing' && SAYS_MISSING.has(code) ? 'missing' : code, expected, received, message };
}

/** The outcome of a validation: duplicates dropped, sorted by pointer and code. */
export function toValidation(issues: readonly SchemaIssue[]): Validation {
  if (issues.length === 0) return { valid: true };
  const distinct = new Map(issues.map((issue) => [`${issue.pointer}\0${issue.code}\0${issue.expected}`, issue]));
  return { valid: false, issues: [...distinct.entries()].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([, issue]) => issue) };
}

/** What a library says it expected, as text: values of a list joined by `|`, `''` for nothing. */
export function expectedText(value: unknown): string {
  if (Array.isArray(value)) return value.map(expectedText).join('|');
  return typeof value === 'string' ? value : (JSON.stringify(value, printable) ?? '');
}

function printable(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
