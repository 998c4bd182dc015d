import { expect, test } from 'vitest';

import type { Json, JsonObject } from '../../src/core/json.ts';
import { outcomeOf } from './letters.ts';

const ORDER: JsonObject = { type: 'object', properties: { orderId: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } }, level: { type: 'integer' } }, required: ['orderId'] };
const abstains = expect.stringMatching(/^abstained: /) as Json;

test.each([[' orderId'], ['orderId '], ['\ufefforderId'], ['\u200borderId'], ['"orderId"'], ['\'orderId\''], ['orderId:']])('%j is the key orderId, with what an encoder left at its edges', async (key) => {
  expect(await outcomeOf({ [key]: 'a' }, { schema: ORDER })).toEqual({ orderId: 'a' });
});

test('the brackets of a form’s list are no part of its name', async () => {
  const schema: JsonObject = { ...ORDER, required: ['tags'] };
  expect(await outcomeOf({ 'tags[]': ['a'] }, { schema })).toEqual({ tags: ['a'] });
  expect(await outcomeOf({ 'tags[0]': 'a' }, { schema })).toEqual(abstains);
});

test.each<[string, JsonObject]>([
  ['two spellings of a missing key', { ' orderId': 'a', order_id: 'b' }],
  ['another value beside one that can be read', { orderId: 1, order_id: 'b' }],
  ['another value beside a level', { orderId: 'a', level: '5', Level: 6 }],
])('%s are left to a person', async (_, payload) => {
  expect(await outcomeOf(payload, { schema: ORDER })).toEqual(abstains);
});

test('the same value beside one that can be read says nothing else', async () => {
  expect(await outcomeOf({ orderId: 'a', level: '5', Level: 5 }, { schema: ORDER })).toEqual({ orderId: 'a', level: 5, Level: 5 });
});
