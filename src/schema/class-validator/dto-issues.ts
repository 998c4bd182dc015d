import type { DtoOptions } from '../../core/job-type-options.ts';
import { jsonTypeOf, type Json } from '../../core/json.ts';
import { childOf } from '../../core/json-pointer.ts';
import type { SchemaIssue } from '../../core/payload-schema.ts';
import { expectedText, MOST_ISSUES, toIssue, type FoundIssue } from '../issue.ts';
import { meaningOf, type Meaning } from './constraints.ts';
import { constraintsOf, jsonKey, type ConstraintMetadata, type DtoError } from './metadata.ts';
import type { DtoPackages } from './packages.ts';

/** What is needed to tell where in the payload an error is and what it means. */
export interface DtoReading {
  readonly payload: Json;
  readonly options: DtoOptions;
  readonly packages: DtoPackages;
}

/** A reading under way: looking up what a class says walks all classes there are. */
interface Walk extends DtoReading {
  readonly known: Map<unknown, readonly ConstraintMetadata[]>;
}

/** Class-validator's errors in mendq's words, at most as many as one validation keeps. */
export function dtoIssues(errors: readonly DtoError[], reading: DtoReading): readonly SchemaIssue[] {
  const issues: SchemaIssue[] = [];
  const under: Walk = { ...reading, known: new Map() };
  const walk = (error: DtoError, parent: readonly string[]): void => {
    if (issues.length >= MOST_ISSUES) return;
    const path = error.property === undefined ? parent : [...parent, jsonKey(reading.packages.storage, error.target?.constructor, error.property)];
    if (error.constraints !== undefined) issues.push(...ownIssues(error, path, under));
    for (const child of error.children ?? []) walk(child, path);
  };
  for (const error of errors) walk(error, []);
  return issues;
}

function ownIssues(error: DtoError, path: readonly string[], reading: Walk): readonly SchemaIssue[] {
  const own = constraintsNoted(error.target?.constructor, reading).filter(({ propertyName }) => propertyName === error.property);
  const found = Object.entries(error.constraints ?? {}).flatMap(([name, message]) => {
    const metadata = own.find((candidate) => candidate.name === name || candidate.type === name);
    return constraintIssues(name, message, path, metadata, reading);
  });
  return telling(found.map((issue) => toIssue(reading.payload, issue)), own.some(({ name }) => name === 'isInt'));
}

function constraintsNoted(dto: unknown, { known, packages, options }: Walk): readonly ConstraintMetadata[] {
  const noted = known.get(dto) ?? constraintsOf(packages.validator, dto, options);
  known.set(dto, noted);
  return noted;
}

/** One place fails many constraints at once; what kind of value it is, or that none is there, explains the others. */
function telling(issues: readonly SchemaIssue[], whole: boolean): readonly SchemaIssue[] {
  const places = new Map<string, SchemaIssue[]>();
  for (const issue of issues) places.set(issue.pointer, [...(places.get(issue.pointer) ?? []), issue]);
  return [...places.values()].flatMap((together) => tellingAt(together, whole));
}

function tellingAt(issues: readonly SchemaIssue[], whole: boolean): readonly SchemaIssue[] {
  const missing = issues.find(({ code }) => code === 'missing');
  if (missing !== undefined) return [missing];
  const kinds = issues.filter(({ code }) => code === 'type');
  if (kinds.length === 0) return issues;
  const named = kinds.filter(({ expected }) => expected !== '' && !(whole && expected === 'number'));
  return named.length > 0 ? [...new Map(named.map((issue) => [issue.expected, issue])).values()] : kinds.slice(0, 1);
}

function constraintIssues(name: string, message: string, path: readonly string[], metadata: ConstraintMetadata | undefined, reading: DtoReading): readonly FoundIssue[] {
  const value = valueIn(reading.payload, path);
  if (name === 'whitelistValidation') return [{ path, code: 'unknown-key', expected: '', message }];
  if (name === 'unknownValue') return [{ path, code: 'custom', expected: '', message }];
  if (name === 'nestedValidation') return [{ path, code: 'type', expected: metadata?.each === true ? 'array' : 'object', message }];
  if (metadata?.each !== true || !Array.isArray(value)) return [issueOf(name, message, path, value, metadata?.constraints ?? [])];
  const failing = failingElements(metadata, value, reading);
  if (failing.length === 0) return [{ path, code: 'custom', expected: '', message }];
  return failing.map((index) => issueOf(name, message, [...path, String(index)], value[index], metadata.constraints ?? []));
}

function issueOf(name: string, message: string, path: readonly string[], value: Json | undefined, parameters: readonly unknown[]): FoundIssue {
  const meaning = meaningOf(name);
  const { code, types: [wanted = ''] = [], expected } = meaning;
  if (value === undefined) return { path, code: 'missing', expected: wanted, message };
  if (code !== 'type' && !isAbout(meaning, value)) return { path, code: 'type', expected: wanted, message };
  if (value === null && SAYS_EMPTY.has(name)) return { path, code: 'type', expected: '', message };
  if (name === 'isLength' && typeof value === 'string') return lengthIssue(message, path, value, parameters);
  return { path, code, expected: expectedText(expected?.(parameters) ?? ''), message };
}

/** Constraints that a null fails for being one. */
const SAYS_EMPTY: ReadonlySet<string> = new Set(['isDefined', 'isNotEmpty']);

/** True where the value is of a kind that the constraint can say more about. */
function isAbout({ types }: Meaning, value: Json): boolean {
  const received = jsonTypeOf(value);
  return types === undefined || types.includes(received) || (received === 'integer' && types.includes('number'));
}

function lengthIssue(message: string, path: readonly string[], value: string, [least, most]: readonly unknown[]): FoundIssue {
  const long = typeof most === 'number' && value.length > most;
  return { path, code: long ? 'too-long' : 'too-short', expected: expectedText(long ? most : (least ?? '')), message };
}

/** Class-validator tells the list, not which of its elements failed: each is asked about again, alone. */
function failingElements({ constraintCls, constraints = [], propertyName }: ConstraintMetadata, elements: readonly Json[], { packages }: DtoReading): readonly number[] {
  try {
    const constraint = packages.validator.getFromContainer(constraintCls);
    const fails = (value: Json): boolean => constraint.validate(value, { value, constraints, property: propertyName, object: {}, targetName: '' }) === false;
    const indices: number[] = [];
    for (const [index, element] of elements.entries()) if (indices.length < MOST_ISSUES && fails(element)) indices.push(index);
    return indices;
  } catch {
    return [];
  }
}

function valueIn(payload: Json, path: readonly string[]): Json | undefined {
  let value: Json | undefined = payload;
  for (const segment of path) value = childOf(value, segment);
  return value;
}
