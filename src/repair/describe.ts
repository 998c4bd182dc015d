import type { Diagnosis, Evidence } from '../core/diagnosis.ts';
import type { Pointer, PointerPattern } from '../core/json-pointer.ts';
import type { SchemaIssue } from '../core/payload-schema.ts';
import type { Location } from './plan.ts';

/** Most issues that are told as evidence. */
const MOST_FACTS = 8;

/** A place in words. Values of the payload never appear. */
export function describePlace(pointer: Pointer | PointerPattern): string {
  return pointer === '' ? 'the payload' : pointer;
}

/** Why nothing answers a location. */
export function describeUnanswered({ path, code, received, expected, why }: Location): string {
  if (why !== undefined) return why;
  const place = describePlace(path);
  if (code === 'missing') return `${place} is missing, and neither the schema nor the configuration gives a value for it`;
  if (received === 'null') return `${place} is null, and neither the schema nor the configuration gives a value for it`;
  if (code === 'unknown-key') return `${place} is not allowed, but it may be another name of a member that is, or change what the job does`;
  return `no safe operation turns ${place} (${received}) into what the schema wants (${wanted(code, expected)})`;
}

/** Why none of several answers to a location was good enough. */
export function describeUnsettled({ path, code, received, expected }: Location): string {
  return `no reading of ${describePlace(path)} (${received}) is what the schema wants (${wanted(code, expected)})`;
}

/** Why a location is left alone that has several readings: a validator that refuses one has not asked the writer. */
export function describeContested({ path }: Location): string {
  return `${describePlace(path)} can be read in more than one way, and no validator knows which was meant`;
}

/** What the schema found, as evidence, without what the diagnosis has told already. */
export function issueEvidence(issues: readonly SchemaIssue[], { evidence }: Diagnosis): readonly Evidence[] {
  const told = evidence.filter(({ source }) => source === 'schema').map(({ fact }) => new Set(fact.split(/[\s,:;]+/)));
  const isTold = ({ pointer, code }: SchemaIssue): boolean => told.some((words) => words.has(code) && (pointer === '' || words.has(pointer)));
  return issues.filter((issue) => !isTold(issue)).slice(0, MOST_FACTS).map(({ pointer, code, expected, received }) => ({
    source: 'schema',
    fact: `${describePlace(pointer)}: ${wanted(code, expected)}, found ${received}`,
  }));
}

function wanted(code: string, expected: string): string {
  return expected === '' || code === 'pattern' ? code : `${code} ${expected}`;
}
