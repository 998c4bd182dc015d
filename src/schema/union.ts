import { isJsonObject, type Json } from '../core/json.ts';
import { pointerSegments, valueAt, type Pointer } from '../core/json-pointer.ts';
import type { SchemaIssue } from '../core/payload-schema.ts';
import { toIssue } from './issue.ts';

/**
 * What to report where no alternative of a union accepts the value at `pointer`: the issues of one alternative where
 * the JSON type or a literal member decides which one was meant, else one issue `union`.
 */
export function unionIssues(
  payload: Json,
  pointer: Pointer,
  alternatives: readonly (readonly SchemaIssue[])[],
  message: string,
): readonly SchemaIssue[] {
  const [meant, ...others] = meantAlternatives(payload, pointer, alternatives);
  if (meant !== undefined && others.length === 0) return meant;
  const expected = new Set(alternatives.flat().filter((issue) => issue.pointer === pointer && issue.expected !== '').map((issue) => issue.expected));
  return [toIssue(payload, { path: pointerSegments(pointer), code: 'union', expected: [...expected].join('|'), message })];
}

function meantAlternatives(
  payload: Json,
  pointer: Pointer,
  alternatives: readonly (readonly SchemaIssue[])[],
): readonly (readonly SchemaIssue[])[] {
  const rightType = alternatives.filter((issues) => !issues.some((issue) => issue.pointer === pointer && WRONG_KIND.has(issue.code)));
  if (rightType.length < 2 || !isJsonObject(valueAt(payload, pointer))) return rightType;
  const otherLiteral = (issues: readonly SchemaIssue[]): boolean =>
    issues.some((issue) => issue.code === 'const' && isChild(pointer, issue.pointer) && rightType.some((others) => !others.some((other) => other.pointer === issue.pointer)));
  return rightType.filter((issues) => !otherLiteral(issues));
}

/** Codes that say, of the value itself, that it is another kind of thing. */
const WRONG_KIND: ReadonlySet<string> = new Set(['type', 'missing', 'const', 'union']);

function isChild(parent: Pointer, pointer: Pointer): boolean {
  return pointer.startsWith(`${parent}/`) && !pointer.slice(parent.length + 1).includes('/');
}
