import { isJsonObject, jsonEqual, type Json } from '../core/json.ts';
import type { SchemaIssue } from '../core/payload-schema.ts';
import { listOf, typesIn, type Fragment } from './schema-fragment.ts';

/** What the schema wants at one place, as far as it tells. */
export interface Want {
  /** Names of JSON types; `undefined` where nothing is known. */
  readonly types: ReadonlySet<string> | undefined;
  /** The allowed values, where they are listed. */
  readonly members: readonly Json[];
  readonly format: string | undefined;
  /** The one default; `undefined` where there is none or several. */
  readonly default: Json | undefined;
  readonly maxLength: number | undefined;
  /** The regular expressions that a text has to match. */
  readonly patterns: readonly string[];
}

const TYPED_ISSUES: ReadonlySet<string> = new Set(['type', 'missing', 'union']);

/** What is wanted, from the schema's own words at the place and from the issue found there. */
export function wantOf(fragment: Fragment, issue: SchemaIssue | undefined): Want {
  const types = issue !== undefined && TYPED_ISSUES.has(issue.code) && issue.expected !== '' ? issue.expected.split('|') : fragment.flatMap(typesIn);
  const lengths = fragment.map((schema) => schema['maxLength']).filter((length) => typeof length === 'number');
  const formats = new Set(fragment.map((schema) => schema['format']).filter((format) => typeof format === 'string'));
  return {
    types: types.length > 0 ? new Set(types) : undefined,
    members: membersOf(fragment, issue),
    format: issue?.code === 'format' && issue.expected !== '' ? issue.expected : onlyOne([...formats]),
    default: onlyOne(distinct(fragment.map((schema) => schema['default']).filter((value) => value !== undefined))),
    maxLength: lengths.length > 0 ? Math.min(...lengths) : undefined,
    patterns: fragment.map((schema) => schema['pattern']).filter((pattern) => typeof pattern === 'string'),
  };
}

/** True where the schema wants this type at the place, or does not tell. */
export function mayBe(want: Want, ...types: readonly string[]): boolean {
  return want.types === undefined || types.some((type) => want.types?.has(type) === true);
}

/** True where numbers have to be whole. */
export function isWholeOnly(want: Want): boolean {
  return want.types?.has('integer') === true && !want.types.has('number');
}

function membersOf(fragment: Fragment, issue: SchemaIssue | undefined): readonly Json[] {
  const listed = fragment.flatMap((schema) => [...listOf(schema['enum']), ...(schema['const'] === undefined ? [] : [schema['const']])]);
  if (listed.length > 0 || issue === undefined) return distinct(listed);
  return issue.code === 'enum' || issue.code === 'const' ? issue.expected.split('|').filter((member) => member !== '') : [];
}

/** The names of the members that an object may have, `undefined` where the schema lists none. */
export function knownKeys(fragment: Fragment): readonly string[] | undefined {
  const keys = fragment.flatMap((schema) => (isJsonObject(schema['properties']) ? Object.keys(schema['properties']) : []));
  return keys.length > 0 ? [...new Set(keys)] : undefined;
}

/** True where the member has to be there; `undefined` where nothing is known. */
export function isRequired(fragment: Fragment, key: string): boolean | undefined {
  return fragment.length === 0 ? undefined : fragment.some((schema) => listOf(schema['required']).includes(key));
}

/** True where members that the schema does not name are forbidden. */
export function isClosed(fragment: Fragment): boolean {
  return fragment.some((schema) => schema['additionalProperties'] === false || schema['unevaluatedProperties'] === false);
}

function distinct(values: readonly Json[]): readonly Json[] {
  return values.filter((value, index) => values.findIndex((other) => jsonEqual(other, value)) === index);
}

function onlyOne<Value>(values: readonly Value[]): Value | undefined {
  return values.length === 1 ? values[0] : undefined;
}
