import { describe, expect, test } from 'vitest';

import type { Json, JsonObject } from '../../../src/core/json.ts';
import { arrayFromIndexed } from '../../../src/repair/operations/array-from-indexed.ts';
import { dropNull } from '../../../src/repair/operations/drop-null.ts';
import { dropUnknownKey } from '../../../src/repair/operations/drop-unknown-key.ts';
import { fillValue } from '../../../src/repair/operations/fill-value.ts';
import { parseJsonString } from '../../../src/repair/operations/parse-json-string.ts';
import { renameKey } from '../../../src/repair/operations/rename-key.ts';
import { setDefault } from '../../../src/repair/operations/set-default.ts';
import { unwrapArray } from '../../../src/repair/operations/unwrap-array.ts';
import { unwrapTagged } from '../../../src/repair/operations/unwrap-tagged.ts';
import { wrapInArray } from '../../../src/repair/operations/wrap-in-array.ts';
import { readings, readingsIn } from './readings.ts';

const OBJECT: JsonObject = { type: 'object' };
const LIST: JsonObject = { type: 'array', items: { type: 'string' } };

describe('parse-json-string', () => {
  test.each<[JsonObject, string, Json]>([
    [OBJECT, '{"a":1}', { a: 1 }], [LIST, ' ["a"] ', ['a']], [{ type: 'string', format: 'date-time' }, '"2026-03-04T10:15:00Z"', '2026-03-04T10:15:00Z'],
    [OBJECT, '"{\\"a\\":1}"', '{"a":1}'],
  ])('where %j is wanted reads %j', async (fragment, text, value) => {
    expect(await readings(parseJsonString, fragment, text)).toEqual([value]);
  });

  test.each([['{"a":1'], ['"a"'], ['a'], ['5'], [''], ['{"a":9007199254740993}'], ['{"a":1,"a":2}'], ['[1e999]']])('leaves %j alone', async (text) => {
    expect(await readings(parseJsonString, OBJECT, text)).toEqual([]);
  });
});

describe('unwrap-array', () => {
  test('takes the only element', async () => {
    expect(await readings(unwrapArray, { type: 'string' }, ['Lyon'])).toEqual(['Lyon']);
    expect(await readings(unwrapArray, OBJECT, [{ a: 1 }])).toEqual([{ a: 1 }]);
  });

  test.each<[Json]>([[[]], [['a', 'b']], ['a'], [[null]]])('leaves %j alone', async (value) => {
    expect(await readings(unwrapArray, { type: 'integer' }, value)).toEqual([]);
  });
});

describe('unwrap-tagged', () => {
  test.each<[JsonObject, Json, Json]>([
    [{ type: 'string' }, { $oid: '5322ff1b14070a662c094092' }, '5322ff1b14070a662c094092'], [{ type: 'integer' }, { $numberLong: '48211' }, 48211], [{ type: 'integer' }, { N: '42' }, 42],
    [{ type: 'boolean' }, { BOOL: true }, true], [{ type: 'string' }, { S: 'dev-1' }, 'dev-1'],
  ])('where %j is wanted reads %j', async (fragment, value, inner) => {
    expect(await readings(unwrapTagged, fragment, value)).toEqual([inner]);
  });

  test.each<[Json]>([[{ $ne: 'a' }], [{ $gt: '' }], [{ $oid: 5 }], [{ $oid: { $ne: '' } }], [{ S: 'a', N: '1' }], [{ BOOL: 'true' }], [{ value: 'a' }], [{}]])('leaves %j alone', async (value) => {
    expect(await readings(unwrapTagged, { type: 'string' }, value)).toEqual([]);
  });
});

describe('array-from-indexed', () => {
  test('makes a list of keys that count', async () => {
    expect(await readings(arrayFromIndexed, LIST, { 0: 'a', 1: 'b' })).toEqual([['a', 'b']]);
    expect(await readings(wrapInArray, LIST, { 0: 'a', 1: 'b' })).toEqual([]);
  });

  test.each<[Json]>([[{ 1: 'a', 2: 'b' }], [{ 0: 'a', 2: 'b' }], [{ 0: 'a', length: 1 }], [{ '00': 'a' }], [{}]])('leaves %j alone', async (value) => {
    expect(await readings(arrayFromIndexed, LIST, value)).toEqual([]);
  });
});

describe('wrap-in-array', () => {
  test.each<[Json]>([['Lyon'], [{ a: 1 }], [5], [true]])('makes a list of %j', async (value) => {
    expect(await readings(wrapInArray, LIST, value)).toEqual([[value]]);
  });

  test.each<[Json]>([['push,release'], ['read write'], ['"red"'], ['a;b'], ['a|b'], ['a\nb'], ['["a"]'], [''], [null], [false], ['none'], ['N/A']])('leaves %j alone, which may be a list itself, or none', async (value) => {
    expect(await readings(wrapInArray, LIST, value)).toEqual([]);
  });

  test('makes a list of false where flags are wanted', async () => {
    expect(await readings(wrapInArray, { type: 'array', items: { type: 'boolean' } }, false)).toEqual([[false]]);
  });
});

describe('rename-key', () => {
  const ORDER: JsonObject = { type: 'object', properties: { orderId: { type: 'string' }, note: { type: 'string' } }, required: ['orderId'] };
  const CLOSED: JsonObject = { ...ORDER, additionalProperties: false };

  test.each([['order_id'], ['OrderID'], ['order-id'], ['ORDER_ID']])('finds the missing member as %j', async (key) => {
    expect(await readingsIn(renameKey, ORDER, { [key]: 'a' }, '/orderId')).toEqual([{ orderId: 'a' }]);
  });

  test('keeps the place among the keys', async () => {
    const [result] = await readingsIn(renameKey, ORDER, { a: 1, order_id: 'x', b: 2 }, '/orderId');
    expect(JSON.stringify(result)).toBe('{"a":1,"orderId":"x","b":2}');
  });

  test('gives a forbidden optional member the key that the schema knows', async () => {
    expect(await readingsIn(renameKey, CLOSED, { orderId: 'a', NOTE: 'b' }, '/NOTE')).toEqual([{ orderId: 'a', note: 'b' }]);
  });

  test('proposes every key that could be meant', async () => {
    expect(await readingsIn(renameKey, ORDER, { order_id: 'a', OrderID: 'b' }, '/orderId')).toHaveLength(2);
  });

  test.each<[Json, string]>([[{ id: 'a' }, '/orderId'], [{ orderNo: 'a' }, '/orderId'], [{ orderld: 'a' }, '/orderId'], [{ orderId: 'a', notes: 'b' }, '/notes']])(
    'leaves %j alone: other words are another key',
    async (payload, pointer) => {
      expect(await readingsIn(renameKey, CLOSED, payload, pointer)).toEqual([]);
    },
  );
});

describe('set-default', () => {
  const SCHEMA: JsonObject = { type: 'object', properties: { locale: { type: 'string', default: 'en' }, plan: { type: 'string' } }, required: ['locale', 'plan'] };

  test('gives the schema’s default for what is missing or null', async () => {
    expect(await readingsIn(setDefault, SCHEMA, { plan: 'a' }, '/locale')).toEqual(['en']);
    expect(await readingsIn(setDefault, SCHEMA, { plan: 'a', locale: null }, '/locale')).toEqual(['en']);
  });

  test('gives nothing where there is no default, or a value', async () => {
    expect(await readingsIn(setDefault, SCHEMA, { locale: 'en' }, '/plan')).toEqual([]);
    expect(await readingsIn(setDefault, SCHEMA, { plan: 'a', locale: 5 }, '/locale')).toEqual([]);
  });

  test.each([['lvl'], ['levell'], ['Levle'], ['log_level']])('gives nothing where %j may be what was meant', async (key) => {
    const schema: JsonObject = { type: 'object', properties: { level: { type: 'integer', default: 1 } }, required: ['level'] };
    expect(await readingsIn(setDefault, schema, { [key]: 5 }, '/level')).toEqual([]);
    expect(await readingsIn(fillValue, schema, { [key]: 5 }, '/level', { fill: { '/level': 1 } })).toEqual([]);
    expect(await readingsIn(setDefault, schema, { colour: 'red' }, '/level')).toEqual([1]);
  });

  test.each([
    ['quantity', 1], ['qtyRefunded', 0], ['vatRate', 0.19], ['paymentTermsDays', 30], ['taxIncluded', true], ['isRefund', false], ['consent', true], ['direction', 'debit'], ['roles', ['admin']],
    ['unit', 'kg'], ['billingInterval', 'month'], ['interval', 'month'], ['exchangeRate', 1], ['dueDate', '2026-01-01'], ['menge', 1], ['captureNow', true], ['optIn', true],
  ])('puts no default where %s decides what the job does', async (key, value) => {
    const schema: JsonObject = { type: 'object', properties: { [key]: { default: value } }, required: [key] };
    expect(await readingsIn(setDefault, schema, {}, `/${key}`)).toEqual([]);
  });

  test.each<[string, Json]>([['interval', 30], ['quantityLabel', 'each'], ['pageSize', 50], ['retries', 3], ['dryRun', false], ['side_note', 'x']])('gives %s its default', async (key, value) => {
    const schema: JsonObject = { type: 'object', properties: { [key]: { default: value } }, required: [key] };
    expect(await readingsIn(setDefault, schema, {}, `/${key}`)).toEqual([value]);
  });

  test('gives nothing where a member that nobody knows would do as the value', async () => {
    const schema: JsonObject = { type: 'object', properties: { priority: { type: 'integer', default: 1 }, plan: { enum: ['basic', 'pro'], default: 'basic' } }, required: ['priority', 'plan'] };
    expect(await readingsIn(setDefault, schema, { ref: 7 }, '/priority')).toEqual([]);
    expect(await readingsIn(setDefault, schema, { ref: 'pro' }, '/plan')).toEqual([]);
    expect(await readingsIn(setDefault, schema, { ref: 'pro' }, '/priority')).toEqual([1]);
    expect(await readingsIn(setDefault, schema, { ref: 7 }, '/plan')).toEqual(['basic']);
    expect(await readingsIn(setDefault, schema, { __v: 7 }, '/priority')).toEqual([1]);
    expect(await readingsIn(setDefault, schema, { priority: null, ref: 7 }, '/priority')).toEqual([1]);
  });

  test('gives nothing where alternatives state different defaults', async () => {
    const schema: JsonObject = { type: 'object', required: ['a'], properties: { a: { anyOf: [{ type: 'string', default: 'x' }, { type: 'integer', default: 1 }] } } };
    expect(await readingsIn(setDefault, schema, {}, '/a')).toEqual([]);
  });
});

describe('fill-value', () => {
  const SCHEMA: JsonObject = { type: 'object', properties: { metadata: { type: 'object', properties: { source: { type: 'string' } }, required: ['source'] } }, required: ['metadata'] };
  const sketch = { fill: { '/metadata/source': 'unknown' } };

  test('gives the user’s value for what is missing or null', async () => {
    expect(await readingsIn(fillValue, SCHEMA, { metadata: {} }, '/metadata/source', sketch)).toEqual(['unknown']);
    expect(await readingsIn(fillValue, SCHEMA, { metadata: { source: null } }, '/metadata/source', sketch)).toEqual(['unknown']);
  });

  test('makes the object around it where that is missing', async () => {
    expect(await readingsIn(fillValue, SCHEMA, { metadata: null }, '/metadata', sketch)).toEqual([{ source: 'unknown' }]);
  });

  test('gives nothing for other places, and replaces no value', async () => {
    expect(await readingsIn(fillValue, SCHEMA, {}, '/metadata')).toEqual([]);
    expect(await readingsIn(fillValue, SCHEMA, { metadata: { source: 5 } }, '/metadata/source', sketch)).toEqual([]);
  });
});

describe('drop-null', () => {
  const SCHEMA: JsonObject = { type: 'object', properties: { note: { type: 'string' }, id: { type: 'string' }, tags: LIST }, required: ['id'] };

  test('drops a null that may be absent, and no other', async () => {
    expect(await readingsIn(dropNull, SCHEMA, { id: 'a', note: null }, '/note')).toEqual([null]);
    expect(await readingsIn(dropNull, SCHEMA, { id: null }, '/id')).toEqual([]);
    expect(await readingsIn(dropNull, SCHEMA, { id: 'a', tags: ['x', null] }, '/tags/1')).toEqual([]);
  });

  test.each([['patch'], ['changes'], ['userUpdate'], ['set']])('drops no null inside of %j, where it empties a member', async (key) => {
    const schema: JsonObject = { type: 'object', properties: { [key]: { type: 'object', properties: { note: { type: 'string' } } } } };
    expect(await readingsIn(dropNull, schema, { [key]: { note: null } }, `/${key}/note`)).toEqual([]);
  });

  test('drops no null to which the schema gives a meaning', async () => {
    const schema: JsonObject = { type: 'object', properties: { note: { type: 'string', description: 'Null clears the note; absent keeps it' } } };
    expect(await readingsIn(dropNull, schema, { note: null }, '/note')).toEqual([]);
  });
});

describe('drop-unknown-key', () => {
  const SCHEMA: JsonObject = { type: 'object', properties: { id: { type: 'string' }, quantity: { type: 'integer', default: 1 } }, additionalProperties: false };

  test('drops what the schema forbids', async () => {
    expect(await readingsIn(dropUnknownKey, SCHEMA, { id: 'a', __trace: { traceId: 'x' } }, '/__trace')).toEqual([null]);
  });

  test.each([['qunatity'], ['qty'], ['Quantity'], ['quantitys'], ['itemQuantity']])('keeps %j, which may be meant as a member that is absent', async (key) => {
    expect(await readingsIn(dropUnknownKey, SCHEMA, { id: 'a', [key]: 5 }, `/${key}`)).toEqual([]);
  });

  test('keeps a value whatever it is called, unless middleware adds such keys', async () => {
    expect(await readingsIn(dropUnknownKey, SCHEMA, { id: 'a', pieces: 5 }, '/pieces')).toEqual([]);
    expect(await readingsIn(dropUnknownKey, SCHEMA, { id: 'a', colour: 'red' }, '/colour')).toEqual([]);
    expect(await readingsIn(dropUnknownKey, SCHEMA, { id: 'a', debug: 5 }, '/debug')).toEqual([null]);
  });

  test('drops what is said already under the right key, and keeps what is said otherwise', async () => {
    expect(await readingsIn(dropUnknownKey, SCHEMA, { quantity: 5, Quantity: 5 }, '/Quantity')).toEqual([null]);
    expect(await readingsIn(dropUnknownKey, SCHEMA, { quantity: 5, Quantity: 6 }, '/Quantity')).toEqual([]);
    expect(await readingsIn(dropUnknownKey, SCHEMA, { quantity: 5, Quantity: '5' }, '/Quantity')).toEqual([]);
  });

  test('drops a null, unless it may be meant as a member that is absent', async () => {
    expect(await readingsIn(dropUnknownKey, SCHEMA, { quantity: 2, quantitys: null }, '/quantitys')).toEqual([null]);
    expect(await readingsIn(dropUnknownKey, SCHEMA, { id: 'a', quantitys: null }, '/quantitys')).toEqual([]);
  });
});
