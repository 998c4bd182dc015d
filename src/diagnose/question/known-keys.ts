import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';

/** Parts of one schema that are looked at. */
const MOST_PARTS = 5000;

const known = new WeakMap<JsonObject, ReadonlySet<string>>();

/** Every key that a schema names anywhere: words of the user's own. */
export function schemaKeys(schema: JsonObject | undefined): ReadonlySet<string> {
  if (schema === undefined) return new Set();
  const before = known.get(schema);
  if (before !== undefined) return before;
  const keys = new Set<string>();
  const waiting: Json[] = [schema];
  for (let part = 0; part < MOST_PARTS && waiting.length > 0; part++) {
    const next = waiting.pop();
    if (Array.isArray(next)) waiting.push(...next.slice(0, MOST_PARTS));
    if (!isJsonObject(next ?? null)) continue;
    for (const [keyword, value] of Object.entries(next as JsonObject)) {
      for (const key of keysIn(keyword, value)) keys.add(key);
      if (typeof value === 'object' && value !== null) waiting.push(value);
    }
  }
  known.set(schema, keys);
  return keys;
}

function keysIn(keyword: string, value: Json): readonly string[] {
  if ((keyword === 'properties' || keyword === 'patternProperties') && isJsonObject(value)) return Object.keys(value);
  return keyword === 'required' && Array.isArray(value) ? value.filter((key) => typeof key === 'string') : [];
}
