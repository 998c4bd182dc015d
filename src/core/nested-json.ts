import { parseJson, type Json, type JsonObject } from './json.ts';

/** Longer texts are not looked into. */
const LONGEST = 1024 * 1024;

/** JSON inside JSON inside JSON: nobody means more. */
export const MOST_NESTED = 4;

/** The object or list that a text holds as JSON, also as JSON of such a text; `undefined` where it holds none. Cheap for other texts. */
export function nestedJson(text: string): Json[] | JsonObject | string | undefined {
  if (text.length > LONGEST || !/^\s{0,64}[[{"]/.test(text)) return undefined;
  const value = parseJson(text);
  if (typeof value === 'object' && value !== null) return value;
  return typeof value === 'string' && nestedJson(value) !== undefined ? value : undefined;
}
