import { Buffer } from 'node:buffer';

import { expect, test } from 'vitest';

import type { Json, JsonObject } from '../../../src/core/json.ts';
import { outcomeOf } from '../letters.ts';

const abstains = expect.stringMatching(/^abstained: /) as Json;
const holding = (key: string, schema: JsonObject): JsonObject => ({ type: 'object', properties: { [key]: schema }, required: [key] });
const buffer = (text: string): Json => ({ type: 'Buffer', data: [...Buffer.from(text)] });
const UUID = '3f6a2b1c-9d01-4d0a-8c52-0b9e7c526b3f';
const LOWER_UUID: JsonObject = { type: 'string', pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' };
const WHOLE: JsonObject = { type: 'array', items: { type: 'integer' } };
const REAL: JsonObject = { type: 'array', items: { type: 'number' } };
const EVENTS: JsonObject = { type: 'array', items: { enum: ['push', 'release'] } };

test.each<[JsonObject, string, Json]>([
  [WHOLE, '101, 102,103', [101, 102, 103]], [WHOLE, '1,2,3', [1, 2, 3]], [WHOLE, '101;102', [101, 102]], [WHOLE, '7 | 8', [7, 8]], [WHOLE, '4 5 6', [4, 5, 6]],
  [WHOLE, '-1, 0', [-1, 0]], [WHOLE, '{1,2,30}', [1, 2, 30]], [WHOLE, '10,20,3000', [10, 20, 3000]], [REAL, '1.5;2.25', [1.5, 2.25]], [REAL, '1.5, 2', [1.5, 2]],
  [EVENTS, '{push,release}', ['push', 'release']], [EVENTS, "['push', 'release']", ['push', 'release']],
])('%j reads %j as a list', async (schema, text, list) => {
  expect(await outcomeOf({ rooms: text }, { schema: holding('rooms', schema) })).toEqual({ rooms: list });
});

test.each<[JsonObject, string]>([
  [WHOLE, '101,102'], [WHOLE, '1,234,567'], [WHOLE, '12,34,567'], [WHOLE, '1 234'], [WHOLE, '7,5'], [WHOLE, '1,,2'], [WHOLE, '1, 2,'], [WHOLE, '1, two'], [WHOLE, '01, 02'], [WHOLE, '1.5, 2'],
  [WHOLE, '1-3'], [WHOLE, '1, 9007199254740993'], [REAL, '1,2,3'], [REAL, '1,5'], [{ type: 'array', items: { type: ['integer', 'string'] } }, '1,2,3'], [{ type: 'array' }, '1,2,3'],
  [EVENTS, "['push', 'release'"], [EVENTS, '{push,"release"}'],
])('%j leaves %j to a person', async (schema, text) => {
  expect(await outcomeOf({ rooms: text }, { schema: holding('rooms', schema) })).toEqual(abstains);
});

test.each([['amounts'], ['orderIds'], ['phones']])('numbers under %s are no mere list', async (key) => {
  expect(await outcomeOf({ [key]: '1,2,3' }, { schema: holding(key, WHOLE) })).toEqual(abstains);
});

test.each<[JsonObject, string]>([[{ type: 'string', pattern: '^T-\\d+$' }, 'T-12'], [{ enum: ['réglé', 'dû'] }, 'réglé'], [{ type: 'string', format: 'date' }, '2026-03-04'], [LOWER_UUID, UUID]])(
  'bytes are the text that %j knows',
  async (schema, text) => {
    expect(await outcomeOf({ tag: buffer(text) }, { schema: holding('tag', schema) })).toEqual({ tag: text });
    expect(await outcomeOf({ tag: Object.fromEntries(Buffer.from(text).entries()) }, { schema: holding('tag', schema) })).toEqual({ tag: text });
  },
);

test.each<[JsonObject, Json]>([
  [{ type: 'string' }, buffer('T-12')], [{ type: 'string', pattern: '^.+$' }, buffer('T-12')], [{ type: 'string', pattern: '^\\d+$' }, buffer('1')],
  [{ type: 'string', pattern: '^T', description: 'Hex of the tag' }, buffer('T-12')], [{ type: 'string', pattern: '^T-\\d+$' }, buffer('T-x')], [{ type: 'string', pattern: '^T.*$' }, buffer('T\u0000')],
  [{ type: 'string', pattern: '^T-\\d+$' }, { type: 'Buffer', data: [84, 45, 300] }], [{ type: 'string', pattern: '^T' }, { type: 'Buffer', data: [84, 255] }],
])('bytes stay where %j does not know their one text', async (schema, value) => {
  expect(await outcomeOf({ tag: value }, { schema: holding('tag', schema) })).toEqual(abstains);
});

test.each<[string, JsonObject, string, string]>([
  ['deskId', LOWER_UUID, ` ${UUID.toUpperCase()}\t`, UUID],
  ['deskId', { type: 'string', pattern: '^[0-9a-f]{24}$' }, '507F1F77BCF86CD799439011', '507f1f77bcf86cd799439011'],
  ['checksum', { type: 'string', pattern: '^[A-F0-9]{8}$' }, 'deadbeef', 'DEADBEEF'],
  ['mac', { type: 'string', pattern: '^([0-9a-f]{2}:){5}[0-9a-f]{2}$' }, '0A:1B:2C:3D:4E:5F', '0a:1b:2c:3d:4e:5f'],
])('hexadecimal digits under %s have no case', async (key, schema, text, form) => {
  expect(await outcomeOf({ [key]: text }, { schema: holding(key, schema) })).toEqual({ [key]: form });
  expect(await outcomeOf({ [key]: text }, { schema: holding(key, schema), protect: [`/${key}`] })).toEqual(abstains);
});

test.each([['^[a-z0-9]{8}$', 'DEADBEEF'], ['^[0-9a-f]{8}$', 'DEADBEEG'], ['^0x[0-9a-f]{8}$', '0xDEADBEEF'], ['^[a-z]{4}$', 'BEEF']])('where %s takes other letters, or %s holds some, the case stays', async (pattern, text) => {
  expect(await outcomeOf({ code: text }, { schema: holding('code', { type: 'string', pattern }) })).toEqual(abstains);
});
