import type { Json, JsonObject } from '../../core/json.ts';

/** Texts up to this length show where their digits, letters and marks stand. */
const SHAPE_LENGTH = 24;
const MARKS = /[ .,:;/+%()-]/;
const KEYS = 8;
const LEVELS = 2;

/** Gives the name under which a key may be told: itself where the schema knows it, otherwise its alias. */
export type ToldKey = (key: string) => string;

/** What a value looks like, without what it says: `string of 10, as dddd-dd-dd`. */
export function sketch(value: Json | undefined, told: ToldKey, levels = LEVELS): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return numberSketch(value);
  if (typeof value === 'string') return textSketch(value);
  return Array.isArray(value) ? listSketch(value, told, levels) : objectSketch(value, told, levels);
}

function listSketch(value: readonly Json[], told: ToldKey, levels: number): string {
  if (value.length === 0) return 'empty list';
  return `list of ${value.length}${levels === 0 ? '' : `, the first: ${sketch(value[0], told, levels - 1)}`}`;
}

function objectSketch(value: JsonObject, told: ToldKey, levels: number): string {
  if (levels === 0) return 'object';
  const keys = Object.keys(value);
  const shown = keys.slice(0, KEYS).map((key) => `${told(key)}: ${sketch(value[key], told, levels - 1)}`);
  return keys.length === 0 ? 'empty object' : `object of ${keys.length} { ${shown.join(', ')} }`;
}

function numberSketch(value: number): string {
  const digits = String(Math.trunc(Math.abs(value))).length;
  return `${value < 0 ? 'negative ' : ''}${Number.isInteger(value) ? 'integer' : 'fraction'} of ${digits} digits`;
}

function textSketch(text: string): string {
  if (text === '') return 'empty string';
  if (text.length > SHAPE_LENGTH) return `string of ${text.length}`;
  const shape = [...text].map((character) => (/\d/.test(character) ? 'd' : /[A-Za-z]/.test(character) ? 'a' : MARKS.test(character) ? character : 'x')).join('');
  return `string of ${text.length}, as ${shape.replace(/a{3,}/g, 'aa').replace(/x{3,}/g, 'xx')}`;
}
