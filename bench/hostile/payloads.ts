import type { Json, JsonObject } from '../../src/core/json.ts';

/** A job type in which every kind of operation has something to answer, and a payload that puts a text into one place. */
export interface HostilePlace {
  readonly name: string;
  readonly schema: JsonObject;
  readonly payload: (text: string) => Json;
}

const WANTED: Readonly<Record<string, JsonObject>> = {
  'a number': { type: 'number' },
  'a whole number': { type: 'integer', minimum: 0 },
  'a flag': { type: 'boolean' },
  'a day': { type: 'string', format: 'date' },
  'a moment': { type: 'string', format: 'date-time' },
  'a uuid': { type: 'string', format: 'uuid' },
  'an address': { type: 'string', format: 'email' },
  'a link': { type: 'string', format: 'uri' },
  'one of three': { enum: ['draft', 'sent', 'Zürich'] },
  'a pattern': { type: 'string', pattern: '^[A-Z]{3}$' },
  'a short text': { type: 'string', maxLength: 20 },
  'a list': { type: 'array', items: { type: 'string' } },
  'an object': { type: 'object', properties: { a: { type: 'string' } } },
  'a share': { type: 'number', description: 'Fraction 0..1' },
  'a number or a list': { anyOf: [{ type: 'number' }, { type: 'array', items: { type: 'integer' } }] },
};

/** Every kind of place, and the payload as a whole, in each of which a hostile text may stand. */
export const HOSTILE_PLACES: readonly HostilePlace[] = [
  ...Object.entries(WANTED).map(([name, wanted]): HostilePlace => ({
    name: `in the place of ${name}`,
    schema: { type: 'object', properties: { place: wanted, broken: { type: 'integer' } }, required: ['place', 'broken'], additionalProperties: false },
    payload: (text) => ({ place: text, broken: '5' }),
  })),
  { name: 'as the payload', schema: { type: 'object', properties: { place: { type: 'string' } } }, payload: (text) => text },
  { name: 'as a key', schema: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'], additionalProperties: false }, payload: (text) => ({ [text]: 'x' }) },
  { name: 'beside what is repaired', schema: { type: 'object', properties: { note: { type: 'string' }, broken: { type: 'integer' } }, required: ['note', 'broken'] }, payload: (text) => ({ note: text, broken: '5' }) },
];

/** Payloads that are large by their number of members, each of about `size` characters. */
export const WIDE_PAYLOADS: Readonly<Record<string, (size: number) => { readonly schema: JsonObject; readonly payload: Json }>> = {
  'many broken elements': (size) => ({
    schema: { type: 'object', properties: { lines: { type: 'array', items: { type: 'object', properties: { count: { type: 'integer' } } } } } },
    payload: { lines: Array.from({ length: size / 14 }, () => ({ count: '5' })) },
  }),
  'many different broken elements': (size) => ({
    schema: { type: 'object', properties: { lines: { type: 'array', items: { type: 'integer' } } } },
    payload: { lines: Array.from({ length: size / 6 }, (_, index) => (index % 2 === 0 ? '5' : [5])) },
  }),
  'many unknown members': (size) => ({
    schema: { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'], additionalProperties: false },
    payload: Object.fromEntries(Array.from({ length: size / 14 }, (_, index) => [`k${index}`, null])),
  }),
  'many valid elements': (size) => ({
    schema: { type: 'object', properties: { a: { type: 'integer' }, lines: { type: 'array', items: { type: 'string' } } } },
    payload: { a: '5', lines: Array.from({ length: size / 4 }, () => 'x') },
  }),
};
