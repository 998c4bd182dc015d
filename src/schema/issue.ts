import { jsonTypeOf, type Json } from '../core/json.ts';
import { childOf, toPointer } from '../core/json-pointer.ts';
import type { IssueCode, SchemaIssue, Validation } from '../core/payload-schema.ts';

/** Issues that are kept of one validation. A payload with more is a wreck, whatever the others are. */
export const MOST_ISSUES = 10_000;

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
  const segments = path.map(String);
  let value: Json | undefined = payload;
  for (const segment of segments) value = childOf(value, segment);
  const received = jsonTypeOf(value);
  return { pointer: toPointer(segments), code: received === 'missing' && SAYS_MISSING.has(code) ? 'missing' : code, expected, received, message };
}

/** The outcome of a validation: duplicates dropped, sorted by pointer and code, at most `MOST_ISSUES`. */
export function toValidation(issues: readonly SchemaIssue[]): Validation {
  if (issues.length === 0) return { valid: true };
  if (issues.length === 1) return { valid: false, issues };
  const kept = issues.length > MOST_ISSUES ? issues.slice(0, MOST_ISSUES) : issues;
  const distinct = new Map(kept.map((issue) => [`${issue.pointer}\0${issue.code}\0${issue.expected}`, issue]));
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
