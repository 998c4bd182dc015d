import type { JsonObject } from '../core/json.ts';
import { normalKey } from './key-style.ts';
import { fragmentAt, listOf, type Fragment } from './schema-fragment.ts';
import type { Subject } from './subject.ts';
import { isClosed, knownKeys } from './want.ts';

/**
 * True where an object has all the members that the schema requires of a payload, at least one that it knows, and none
 * that it forbids, spelling aside. Where there is no JSON Schema nobody can tell, and it is false.
 */
export function wantsOnly(subject: Subject, object: JsonObject): boolean {
  const fragment = fragmentOf(subject, object);
  const known = new Set((knownKeys(fragment) ?? []).map(normalKey));
  const present = new Set(Object.keys(object).map(normalKey));
  const required = fragment.flatMap((schema) => listOf(schema['required'])).filter((key) => typeof key === 'string');
  if (![...present].some((key) => known.has(key)) || !required.every((key) => present.has(normalKey(key)))) return false;
  return !isClosed(fragment) || [...present].every((key) => known.has(key));
}

/** The members of an object that the schema knows as members of a payload, spelling aside. */
export function wantedAmong(subject: Subject, object: JsonObject): readonly string[] {
  const known = new Set((knownKeys(fragmentOf(subject, object)) ?? []).map(normalKey));
  return Object.keys(object).filter((key) => known.has(normalKey(key)));
}

function fragmentOf({ schema: { jsonSchema } }: Subject, payload: JsonObject): Fragment {
  return jsonSchema === undefined ? [] : fragmentAt(jsonSchema, payload, '');
}
