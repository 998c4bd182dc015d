import type { Json } from '../core/json.ts';
import { toPointer } from '../core/json-pointer.ts';
import type { IssueCode, SchemaIssue } from '../core/payload-schema.ts';
import { expectedText, MOST_ISSUES, toIssue } from './issue.ts';
import { unionIssues } from './union.ts';
import { formatName, isSizeOf, typeName } from './zod-names.ts';

/** An issue of Zod 3, with the members that its codes carry. */
export interface Zod3Issue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly expected?: unknown;
  readonly validation?: unknown;
  readonly options?: readonly unknown[];
  readonly keys?: readonly string[];
  readonly type?: string;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly multipleOf?: number | bigint;
  readonly unionErrors?: readonly { readonly issues: readonly Zod3Issue[] }[];
}

/** Zod 3's issues in mendq's words. */
export function zod3Issues(issues: readonly Zod3Issue[], payload: Json): readonly SchemaIssue[] {
  const kept = issues.length > MOST_ISSUES ? issues.slice(0, MOST_ISSUES) : issues;
  return kept.flatMap((issue) => issuesOf(issue, payload));
}

function issuesOf(issue: Zod3Issue, payload: Json): readonly SchemaIssue[] {
  const { path, message } = issue;
  if (issue.code === 'unrecognized_keys') {
    return (issue.keys ?? []).map((key) => toIssue(payload, { path: [...path, key], code: 'unknown-key', expected: '', message }));
  }
  if (issue.code === 'invalid_union') {
    const alternatives = (issue.unionErrors ?? []).map((error) => zod3Issues(error.issues, payload));
    return unionIssues(payload, toPointer(path.map(String)), alternatives, message);
  }
  const [code, expected] = meaningOf(issue);
  return [toIssue(payload, { path, code, expected, message })];
}

function meaningOf(issue: Zod3Issue): readonly [IssueCode, string] {
  switch (issue.code) {
    case 'invalid_type':
      return ['type', typeName(expectedText(issue.expected))];
    case 'invalid_literal':
      return ['const', expectedText(issue.expected)];
    case 'invalid_enum_value':
    case 'invalid_union_discriminator':
      return ['enum', expectedText(issue.options)];
    case 'invalid_string':
      return stringMeaning(issue.validation);
    case 'too_small':
      return [isSizeOf(issue.type) ? 'too-short' : 'too-small', expectedText(issue.minimum)];
    case 'too_big':
      return [isSizeOf(issue.type) ? 'too-long' : 'too-big', expectedText(issue.maximum)];
    case 'not_multiple_of':
      return ['multiple-of', expectedText(issue.multipleOf)];
    default:
      return ['custom', ''];
  }
}

function stringMeaning(validation: unknown): readonly [IssueCode, string] {
  if (validation === 'regex') return ['pattern', ''];
  if (typeof validation === 'string') return ['format', formatName(validation)];
  return ['format', Object.keys(Object(validation))[0] ?? ''];
}
