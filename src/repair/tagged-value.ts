import { isJsonObject, type Json } from '../core/json.ts';

/** Keys with which MongoDB's extended JSON and DynamoDB name the type of the value that they hold, and the type that the value then has in JSON. */
const TAGS: ReadonlyMap<string, 'string' | 'boolean'> = new Map([
  ['$oid', 'string'], ['$uuid', 'string'], ['$numberInt', 'string'], ['$numberLong', 'string'], ['$numberDouble', 'string'], ['$numberDecimal', 'string'], ['$date', 'string'],
  ['S', 'string'], ['N', 'string'], ['BOOL', 'boolean'],
]);

/** The value inside of `{ "$oid": "…" }` and the like: one key that names a type, one value in it. `undefined` for anything else. */
export function taggedValue(value: Json | undefined): Json | undefined {
  if (!isJsonObject(value)) return undefined;
  const [[tag, inner] = ['', null], ...others] = Object.entries(value);
  return others.length === 0 && TAGS.has(tag) && typeof inner === TAGS.get(tag) ? inner : undefined;
}
