/** A value that JSON can carry. Payloads, headers and operation parameters are made of nothing else. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** A JSON object. Read its members through `Object.hasOwn`: a hostile body may own the key `__proto__`. */
export interface JsonObject {
  [key: string]: Json;
}

/** The type of a JSON value, with integers kept apart from other numbers because schemas do. */
export type JsonType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object' | 'missing';

/** Names the type of `value`; `undefined` is `'missing'`. */
export function jsonTypeOf(value: Json | undefined): JsonType {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value as 'boolean' | 'string' | 'object';
}

/** True for a JSON object: not null, not an array. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Made once: making a decoder costs more than decoding a usual body. */
const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a body. Returns `undefined` where the bytes are not UTF-8 or not JSON; never throws.
 * A key `__proto__` stays an own key of the result and changes no prototype.
 */
export function parseJson(body: Uint8Array | string): Json | undefined {
  try {
    const text = typeof body === 'string' ? body : UTF_8.decode(body);
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Deep equality of JSON values: key order is ignored, array order is not, `-0` equals `0`. */
export function jsonEqual(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true;
  if (Array.isArray(left)) {
    return Array.isArray(right) && left.length === right.length && left.every((item, index) => jsonEqual(item, right[index]));
  }
  if (!isJsonObject(left) || !isJsonObject(right)) return false;
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => Object.hasOwn(right, key) && jsonEqual(left[key], right[key]));
}
