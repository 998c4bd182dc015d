import type { $ZodIssue } from 'zod/v4/core';

import type { Json } from '../core/json.ts';
import { toPointer } from '../core/json-pointer.ts';
import type { IssueCode, SchemaIssue } from '../core/payload-schema.ts';
import { expectedText, MOST_ISSUES, toIssue } from './issue.ts';
import { unionIssues } from './union.ts';
import { formatName, isSizeOf, typeName } from './zod-names.ts';

/** Zod 4's issues in mendq's words. `prefix` is where the issues' paths begin; those inside a union are relative. */
export function zod4Issues(issues: readonly $ZodIssue[], payload: Json, prefix: readonly PropertyKey[] = []): readonly SchemaIssue[] {
  const kept = issues.length > MOST_ISSUES ? issues.slice(0, MOST_ISSUES) : issues;
  return kept.flatMap((issue) => issuesOf(issue, payload, [...prefix, ...issue.path]));
}

function issuesOf(issue: $ZodIssue, payload: Json, path: readonly PropertyKey[]): readonly SchemaIssue[] {
  const { message } = issue;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => toIssue(payload, { path: [...path, key], code: 'unknown-key', expected: '', message }));
  }
  if (issue.code === 'invalid_union') {
    if (issue.discriminator !== undefined) return [toIssue(payload, { path, code: 'enum', expected: expectedText(optionsOf(issue)), message })];
    return unionIssues(payload, toPointer(path.map(String)), issue.errors.map((errors) => zod4Issues(errors, payload, path)), message);
  }
  const [code, expected] = meaningOf(issue);
  return [toIssue(payload, { path, code, expected, message })];
}

/** The literals of a discriminator; its type lacks them in some releases. */
function optionsOf(issue: object): unknown {
  return 'options' in issue ? issue.options : undefined;
}

function meaningOf(issue: Exclude<$ZodIssue, { readonly code: 'unrecognized_keys' | 'invalid_union' }>): readonly [IssueCode, string] {
  switch (issue.code) {
    case 'invalid_type':
      return ['type', typeName(issue.expected)];
    case 'invalid_value':
      return [issue.values.length === 1 ? 'const' : 'enum', expectedText(issue.values)];
    case 'invalid_format':
      return issue.format === 'regex' ? ['pattern', issue.pattern ?? ''] : ['format', formatName(issue.format)];
    case 'too_small':
      return [isSizeOf(issue.origin) ? 'too-short' : 'too-small', String(issue.minimum)];
    case 'too_big':
      return [isSizeOf(issue.origin) ? 'too-long' : 'too-big', String(issue.maximum)];
    case 'not_multiple_of':
      return ['multiple-of', String(issue.divisor)];
    default:
      return ['custom', ''];
  }
}
