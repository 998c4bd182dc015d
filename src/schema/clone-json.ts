import type { Json, JsonObject } from '../core/json.ts';

/** A deep copy that shares nothing with `value`. An own member `__proto__` stays an own member. */
export function cloneJson(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(cloneJson);
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) {
    const member = cloneJson(value[key] ?? null);
    if (key === '__proto__') Object.defineProperty(copy, key, { value: member, enumerable: true, configurable: true, writable: true });
    else copy[key] = member;
  }
  return copy;
}
