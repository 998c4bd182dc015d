import { describe, expect, test } from 'vitest';

import type { Json, JsonObject } from '../../../src/core/json.ts';
import { base64FromBuffer } from '../../../src/repair/operations/base64-from-buffer.ts';
import { objectFromEmptyList } from '../../../src/repair/operations/object-from-empty-list.ts';
import { unwrapTagged } from '../../../src/repair/operations/unwrap-tagged.ts';
import { outcomeOf } from '../letters.ts';
import { readings } from './readings.ts';

const STRING: JsonObject = { type: 'string' };
const INTEGER: JsonObject = { type: 'integer' };
const NUMBER: JsonObject = { type: 'number' };
const MOMENT: JsonObject = { type: 'string', format: 'date-time' };
const abstains = expect.stringMatching(/^abstained: /) as Json;

function objectOf(properties: JsonObject): JsonObject {
  return { type: 'object', properties, required: Object.keys(properties) };
}

describe('unwrap-tagged', () => {
  test.each<[JsonObject, Json, Json]>([
    [STRING, { $uuid: '8b1f0f6e-2a6b-4d53-9f58-0f1e8c3d7a12' }, '8b1f0f6e-2a6b-4d53-9f58-0f1e8c3d7a12'], [INTEGER, { $numberInt: '-5' }, -5], [NUMBER, { $numberDouble: '2.0' }, 2],
    [NUMBER, { $numberDecimal: '12.50' }, 12.5], [STRING, { $numberDecimal: '12.50' }, '12.50'], [STRING, { $numberLong: '9223372036854775807' }, '9223372036854775807'],
    [MOMENT, { $date: '2026-03-04T10:15:00Z' }, '2026-03-04T10:15:00Z'], [MOMENT, { $date: { $numberLong: '1772619300000' } }, '2026-03-04T10:15:00.000Z'], [MOMENT, { $date: 1772619300000 }, '2026-03-04T10:15:00.000Z'],
    [{ type: 'array' }, { L: [{ S: 'a' }, { N: '1' }] }, ['a', 1]], [{ type: 'array' }, { SS: ['a'] }, ['a']], [{ type: ['string', 'null'], minLength: 1 }, { NULL: true }, null],
    [STRING, { stringValue: 'a' }, 'a'], [INTEGER, { integerValue: '5' }, 5], [{ type: 'array' }, { arrayValue: { values: [{ booleanValue: true }] } }, [true]], [{ type: 'array' }, { arrayValue: {} }, []],
    [STRING, { string: 'a' }, 'a'], [INTEGER, { long: 5 }, 5], [STRING, { '#text': 'a' }, 'a'],
  ])('where %j is wanted reads %j as %j', async (fragment, value, inner) => {
    expect(await readings(unwrapTagged, fragment, value)).toEqual([inner]);
  });

  test.each<[Json]>([
    [{ $oid: 'a1' }], [{ $oid: '5322ff1b14070a662c094092', $db: 'x' }], [{ $where: '1' }], [{ $numberInt: 5 }], [{ $numberInt: '5.5' }], [{ $numberInt: '05' }], [{ $numberDouble: 'NaN' }], [{ $numberDouble: '1e5' }],
    [{ $date: 'yesterday' }], [{ $date: '2026-03-04' }], [{ N: 42 }], [{ N: 'x' }], [{ NULL: false }], [{ L: [{ S: 'a' }, 'b'] }], [{ L: [{ $oid: '5322ff1b14070a662c094092' }] }], [{ int: 5.5 }], [{ string: 5 }],
    [{ integerValue: 'x' }], [{ value: 'a' }], [{ '#text': 'a', '@lang': 'en' }],
  ])('leaves %j alone', async (value) => {
    expect(await readings(unwrapTagged, STRING, value)).toEqual([]);
  });

  test('a number in a wrapper may have lost its zeros before it got there', async () => {
    expect(await outcomeOf({ zip: { N: '1067' } }, { schema: objectOf({ zip: STRING }) })).toEqual(abstains);
    expect(await outcomeOf({ level: { S: '42' } }, { schema: objectOf({ level: INTEGER }) })).toEqual({ level: 42 });
  });
});

describe('a payload in a database’s own form', () => {
  const schema = objectOf({ accountId: STRING, tags: { type: 'array', items: STRING }, address: objectOf({ street: STRING, floor: INTEGER }), total: NUMBER });
  const payload: JsonObject = { accountId: { S: 'a' }, tags: { L: [{ S: 'x' }] }, address: { M: { street: { S: 'b' }, floor: { N: '5' } } }, total: { N: '5.5' } };

  test('becomes the plain object at once, protected values as they are', async () => {
    const plain = { accountId: 'a', tags: ['x'], address: { street: 'b', floor: 5 }, total: 5.5 };
    expect(await outcomeOf(payload, { schema, protect: ['/accountId', '/total', '/address/street'] })).toEqual(plain);
  });

  test('has no room for a limit of operations', async () => {
    const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'];
    const wanted = objectOf(Object.fromEntries(keys.map((key) => [key, STRING])));
    expect(await outcomeOf(Object.fromEntries(keys.map((key) => [key, { S: key }])), { schema: wanted })).toEqual(Object.fromEntries(keys.map((key) => [key, key])));
  });

  test.each<[string, Json]>([
    ['a member in another form', { ...payload, total: { doubleValue: 5.5 } }],
    ['an operator', { ...payload, accountId: { $ne: '' } }],
    ['a member that is missing', { accountId: { S: 'a' } }],
  ])('%s leaves it alone', async (_, other) => {
    expect(await outcomeOf(other, { schema, protect: ['/address'] })).toEqual(abstains);
  });
});

test('an empty list is an empty object where only that is wanted', async () => {
  expect(await readings(objectFromEmptyList, { type: 'object' }, [])).toEqual([{}]);
  expect(await readings(objectFromEmptyList, { type: 'object' }, [{}])).toEqual([]);
  expect(await readings(objectFromEmptyList, { type: ['object', 'string'] }, [])).toEqual([]);
});

test('bytes as Node prints them are base64 or hex where the schema says which', async () => {
  const bytes: Json = { type: 'Buffer', data: [104, 105, 255] };
  expect(await readings(base64FromBuffer, { type: 'string', contentEncoding: 'base64' }, bytes)).toEqual(['aGn/']);
  expect(await readings(base64FromBuffer, { type: 'string', description: 'Digest, hex' }, bytes)).toEqual(['6869ff']);
  expect(await readings(base64FromBuffer, { type: 'string', description: 'Digest, hex or base64' }, bytes)).toEqual([]);
  expect(await readings(base64FromBuffer, STRING, bytes)).toEqual([]);
  expect(await readings(base64FromBuffer, { type: 'string', contentEncoding: 'base64' }, { type: 'Buffer', data: [104, 256] })).toEqual([]);
  expect(await readings(base64FromBuffer, { type: 'string', contentEncoding: 'base64' }, { type: 'Buffer', data: [104], offset: 1 })).toEqual([]);
});
