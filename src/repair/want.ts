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
  /** The least and the greatest number; `undefined` where there is no such bound. */
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  /** What the schema says of the place for people. */
  readonly descriptions: readonly string[];
  /** True where a text has to be base64. */
  readonly isBase64: boolean;
}

const TYPED_ISSUES: ReadonlySet<string> = new Set(['type', 'missing', 'union']);

/** By what the schema says of a place, and by the issue there: letters of one kind ask for the same again and again. */
const known = new WeakMap<Fragment, Map<string, Want>>();

/** More different issues than this at places of one kind are not remembered. */
const MOST_KNOWN = 64;

/** What is wanted, from the schema's own words at the place and from the issue found there. */
export function wantOf(fragment: Fragment, issue: SchemaIssue | undefined): Want {
  const ofFragment = known.get(fragment) ?? new Map<string, Want>();
  known.set(fragment, ofFragment);
  const key = issue === undefined ? '' : `${issue.code} ${issue.expected}`;
  const want = ofFragment.get(key) ?? readWant(fragment, issue);
  if (ofFragment.size < MOST_KNOWN) ofFragment.set(key, want);
  return want;
}

function readWant(fragment: Fragment, issue: SchemaIssue | undefined): Want {
  const types = typesOf(fragment, issue);
  const lengths = fragment.map((schema) => schema['maxLength']).filter((length) => typeof length === 'number');
  const formats = new Set(fragment.map((schema) => schema['format']).filter((format) => typeof format === 'string'));
  return {
    types: types.length > 0 ? new Set(types) : undefined,
    members: membersOf(fragment, issue),
    format: issue?.code === 'format' && issue.expected !== '' ? issue.expected : onlyOne([...formats]),
    default: onlyOne(distinct(fragment.map((schema) => schema['default']).filter((value) => value !== undefined))),
    maxLength: lengths.length > 0 ? Math.min(...lengths) : undefined,
    patterns: fragment.map((schema) => schema['pattern']).filter((pattern) => typeof pattern === 'string'),
    minimum: greatest(numbersIn(fragment, 'minimum', 'exclusiveMinimum')),
    maximum: least(numbersIn(fragment, 'maximum', 'exclusiveMaximum')),
    descriptions: fragment.map((schema) => schema['description']).filter((description) => typeof description === 'string'),
    isBase64: fragment.some((schema) => schema['contentEncoding'] === 'base64') || formats.has('byte') || formats.has('base64'),
  };
}

/** Some libraries state the range of safe integers, which is no bound of the business. */
function numbersIn(fragment: Fragment, ...keywords: readonly string[]): readonly number[] {
  return fragment.flatMap((schema) => keywords.map((keyword) => schema[keyword])).filter((bound): bound is number => typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER);
}

function greatest(bounds: readonly number[]): number | undefined {
  return bounds.length > 0 ? Math.max(...bounds) : undefined;
}

function least(bounds: readonly number[]): number | undefined {
  return bounds.length > 0 ? Math.min(...bounds) : undefined;
}

/** True where the schema lists allowed values or patterns for a text here, and this text fits all of them. */
export function isKnownToFit(want: Want, text: string): boolean {
  if (want.members.length > 0) return want.members.includes(text);
  return want.patterns.length > 0 && want.patterns.every((pattern) => matchesText(pattern, text));
}

function matchesText(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return false;
  }
}

/** True where the schema wants this type at the place, or does not tell. */
export function mayBe(want: Want, ...types: readonly string[]): boolean {
  return want.types === undefined || types.some((type) => want.types?.has(type) === true);
}

/** True where numbers have to be whole. */
export function isWholeOnly(want: Want): boolean {
  return want.types?.has('integer') === true && !want.types.has('number');
}

/** The types that the issue names, else those of the schema. Of whole numbers several libraries only say that they are numbers. */
function typesOf(fragment: Fragment, issue: SchemaIssue | undefined): readonly string[] {
  const stated = fragment.flatMap(typesIn);
  if (issue === undefined || !TYPED_ISSUES.has(issue.code) || issue.expected === '') return stated;
  const wholeOnly = stated.includes('integer') && !stated.includes('number');
  return issue.expected.split('|').map((type) => (type === 'number' && wholeOnly ? 'integer' : type));
}

function membersOf(fragment: Fragment, issue: SchemaIssue | undefined): readonly Json[] {
  const listed = fragment.flatMap((schema) => [...listOf(schema['enum']), ...(schema['const'] === undefined ? [] : [schema['const']])]);
  if (listed.length > 0 || issue === undefined) return distinct(listed);
  return issue.code === 'enum' || issue.code === 'const' ? issue.expected.split('|').filter((member) => member !== '') : [];
}

/** The names of the members that an object may have, `undefined` where the schema lists none. */
export function knownKeys(fragment: Fragment): readonly string[] | undefined {
  const found = keysOfFragments.get(fragment) ?? [...new Set(fragment.flatMap((schema) => (isJsonObject(schema['properties']) ? Object.keys(schema['properties']) : [])))];
  keysOfFragments.set(fragment, found);
  return found.length > 0 ? found : undefined;
}

const keysOfFragments = new WeakMap<Fragment, readonly string[]>();

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
