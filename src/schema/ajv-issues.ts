import type { ErrorObject, ValidateFunction } from 'ajv';

import type { Json } from '../core/json.ts';
import { pointerSegments, valueAt, type Pointer } from '../core/json-pointer.ts';
import type { IssueCode, SchemaIssue } from '../core/payload-schema.ts';
import { expectedText, MOST_ISSUES, toIssue } from './issue.ts';
import { unionIssues } from './union.ts';

/** The validators of a union's alternatives, by the array that the schema holds; empty where they can't be compiled alone. */
export type UnionChecks = (alternatives: unknown) => readonly ValidateFunction[];

/** Ajv's errors in mendq's words. `base` is where the validated value stands in the payload. */
export function ajvIssues(errors: readonly ErrorObject[], payload: Json, unionChecks: UnionChecks, base: Pointer = ''): readonly SchemaIssue[] {
  const insideUnions = new Map<string, number>();
  const report = (error: ErrorObject): readonly SchemaIssue[] => {
    if (insideUnions.size > 0 && takeOne(insideUnions, keyOf(error, base))) return [];
    if (error.keyword === 'if' && errors.length > 1) return [];
    // One element has to be so, and nothing says which.
    if (error.schemaPath.includes('/contains/')) return [];
    if (error.keyword !== 'anyOf' && error.keyword !== 'oneOf') return [issueOf(error, payload, base)];

    const pointer = base + error.instancePath;
    const alternatives = failures(valueAt(payload, pointer) ?? null, unionChecks(error.schema));
    for (const inner of alternatives.flat()) putOne(insideUnions, keyOf(inner, pointer));
    return unionIssues(payload, pointer, alternatives.map((inner) => ajvIssues(inner, payload, unionChecks, pointer)), error.message ?? '');
  };
  // Ajv reports what is inside of a union before the union itself: from behind, the outermost one comes first.
  const issues: SchemaIssue[] = [];
  for (let index = errors.length - 1; index >= 0 && issues.length < MOST_ISSUES; index--) {
    const error = errors[index];
    if (error !== undefined) issues.push(...report(error));
  }
  return issues;
}

function putOne(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function takeOne(counts: Map<string, number>, key: string): boolean {
  const count = counts.get(key) ?? 0;
  if (count > 0) counts.set(key, count - 1);
  return count > 0;
}

function failures(value: Json, checks: readonly ValidateFunction[]): readonly (readonly ErrorObject[])[] {
  return checks.map((check) => (check(value) ? [] : [...(check.errors ?? [])]));
}

function keyOf(error: ErrorObject, base: Pointer): string {
  return [base + error.instancePath, error.keyword, error.propertyName, JSON.stringify(error.params)].join('\0');
}

/** What a keyword of JSON Schema means, and which parameter of Ajv's says what was expected or which member it is about. */
interface Meaning {
  readonly code: IssueCode;
  readonly expected?: string;
  readonly member?: string;
}

const MEANINGS: Readonly<Record<string, Meaning>> = {
  type: { code: 'type', expected: 'type' },
  enum: { code: 'enum', expected: 'allowedValues' },
  const: { code: 'const', expected: 'allowedValue' },
  format: { code: 'format', expected: 'format' },
  pattern: { code: 'pattern', expected: 'pattern' },
  multipleOf: { code: 'multiple-of', expected: 'multipleOf' },
  required: { code: 'missing', member: 'missingProperty' },
  dependentRequired: { code: 'missing', member: 'missingProperty' },
  dependencies: { code: 'missing', member: 'missingProperty' },
  additionalProperties: { code: 'unknown-key', member: 'additionalProperty' },
  unevaluatedProperties: { code: 'unknown-key', member: 'unevaluatedProperty' },
  propertyNames: { code: 'custom', member: 'propertyName' },
  minLength: { code: 'too-short', expected: 'limit' },
  minItems: { code: 'too-short', expected: 'limit' },
  minProperties: { code: 'too-short', expected: 'limit' },
  maxLength: { code: 'too-long', expected: 'limit' },
  maxItems: { code: 'too-long', expected: 'limit' },
  maxProperties: { code: 'too-long', expected: 'limit' },
  items: { code: 'too-long', expected: 'limit' },
  additionalItems: { code: 'too-long', expected: 'limit' },
  minimum: { code: 'too-small', expected: 'limit' },
  exclusiveMinimum: { code: 'too-small', expected: 'limit' },
  maximum: { code: 'too-big', expected: 'limit' },
  exclusiveMaximum: { code: 'too-big', expected: 'limit' },
};

function issueOf(error: ErrorObject, payload: Json, base: Pointer): SchemaIssue {
  const { code, expected, member }: Meaning = (error.propertyName === undefined ? MEANINGS[error.keyword] : undefined) ?? { code: 'custom' };
  const parameters = error.params as Readonly<Record<string, unknown>>;
  const name = member === undefined ? error.propertyName : expectedText(parameters[member]);
  return toIssue(payload, {
    path: [...pointerSegments(base + error.instancePath), ...(name === undefined ? [] : [name])],
    code,
    expected: expected === undefined ? '' : expectedText(parameters[expected]),
    message: error.message ?? '',
  });
}
