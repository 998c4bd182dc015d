import { isJsonObject, jsonEqual, parseJson, type Json } from '../core/json.ts';
import { readPlainNumber } from './decimal.ts';
import { readTyped } from './typed-json.ts';

/**
 * True where two values differ in their form only: blanks at the edges, or the type in which the same value is
 * written (`"49.90"` and `49.9`, `"true"` and `true`, `{ "$oid": "a" }` and `"a"`). Never case, never Unicode forms, never anything inside.
 */
export function canonicallyEqual(left: Json | undefined, right: Json | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  if (typeof left === 'string' && typeof right === 'string') return left.trim() === right.trim();
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => canonicallyEqual(item, right[index]));
  }
  if (isJsonObject(left) && isJsonObject(right)) {
    const keys = Object.keys(left);
    return keys.length === Object.keys(right).length && keys.every((key) => Object.hasOwn(right, key) && canonicallyEqual(left[key], right[key]));
  }
  return jsonEqual(typeRead(left), typeRead(right));
}

/** The value that a text spells, where it spells one; everything else stays. */
function typeRead(value: Json): Json {
  const typed = readTyped(value);
  if (typed !== undefined) return typeRead(typed.value);
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (text === 'true' || text === 'false') return text === 'true';
  const container = /^[[{]/.test(text) ? parseJson(text) : undefined;
  return container ?? readPlainNumber(text) ?? text;
}
