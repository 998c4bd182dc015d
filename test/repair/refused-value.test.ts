import { expect, test } from 'vitest';

import type { RefusedValue } from '../../src/core/diagnosis.ts';
import type { Json, JsonObject } from '../../src/core/json.ts';
import { outcomeOf, type LetterSketch } from './letters.ts';

const STATUS: JsonObject = { type: 'object', properties: { orderNo: { type: 'string' }, status: { type: 'string', description: 'One of NEW, PAID, SHIPPED (database enum order_status)' } } };
const QTY: JsonObject = { type: 'object', properties: { qty: { type: ['integer', 'string'], maximum: 5000 }, customerId: { type: ['integer', 'string'] } } };
const DAY: JsonObject = { type: 'object', properties: { changedOn: { type: 'string' } } };
const TICKET: JsonObject = {
  type: 'object',
  properties: { subject: { type: 'string' }, priority: { type: ['string', 'null'], enum: ['low', 'normal', null], default: 'normal' }, team: { type: 'string' }, currency: { type: 'string', default: 'EUR' }, orderId: { type: 'string', default: 'SO-0' } },
};

function outcome(payload: Json, schema: JsonObject, refusedValue: RefusedValue, sketch: LetterSketch = {}): Promise<Json> {
  return outcomeOf(payload, { schema, refusedValue, ...sketch });
}

test.each<[string, Json, JsonObject, RefusedValue, Json, LetterSketch?]>([
  ['a grouped number becomes the number', { qty: '1,200' }, QTY, { pointer: '/qty', wants: 'integer' }, { qty: 1200 }],
  ['so it does where the store only says that it would cut it', { qty: '1,200' }, QTY, { pointer: '/qty', wants: 'member' }, { qty: 1200 }],
  ['a documented value gets its case', { orderNo: 'SO-1', status: 'paid' }, STATUS, { pointer: '/status', wants: 'member' }, { orderNo: 'SO-1', status: 'PAID' }],
  ['a day with one reading gets the notation of ISO', { changedOn: '31/03/2026' }, DAY, { pointer: '/changedOn', wants: 'date' }, { changedOn: '2026-03-31' }],
  ['a missing member gets the default of the schema', { subject: 'x' }, TICKET, { pointer: '/priority', wants: 'value' }, { subject: 'x', priority: 'normal' }],
  ['so does one that is null', { subject: 'x', priority: null }, TICKET, { pointer: '/priority', wants: 'value' }, { subject: 'x', priority: 'normal' }],
  ['a missing member gets the value that the user gives', { subject: 'x' }, TICKET, { pointer: '/team', wants: 'value' }, { subject: 'x', team: 'desk' }, { fill: { '/team': 'desk' } }],
])('%s', async (_, payload, schema, refused, expected, sketch) => {
  expect(await outcome(payload, schema, refused, sketch)).toEqual(expected);
});

test.each<[string, Json, JsonObject, RefusedValue, string, LetterSketch?]>([
  ['what the user\'s validator refuses is no repair', { qty: '7,200' }, QTY, { pointer: '/qty', wants: 'integer' }, '/qty'],
  ['a fraction is no whole number', { qty: '12.5' }, QTY, { pointer: '/qty', wants: 'integer' }, 'no safe operation'],
  ['an empty text is no number', { qty: '' }, QTY, { pointer: '/qty', wants: 'integer' }, 'no safe operation'],
  ['a value that is not documented stays', { status: 'void' }, STATUS, { pointer: '/status', wants: 'member' }, 'no safe operation'],
  ['a value whose list nobody documents stays', { changedOn: 'soon' }, DAY, { pointer: '/changedOn', wants: 'member' }, 'nothing documents'],
  ['a day with two readings stays', { changedOn: '03/04/2026' }, DAY, { pointer: '/changedOn', wants: 'date' }, 'more than one way'],
  ['a missing member without a default stays missing', { subject: 'x' }, TICKET, { pointer: '/team', wants: 'value' }, '/team is missing'],
  ['what has the form already is no repair', { changedOn: '2026-03-31' }, DAY, { pointer: '/changedOn', wants: 'date' }, 'already has the form'],
])('%s', async (_, payload, schema, refused, why, sketch) => {
  expect(await outcome(payload, schema, refused, sketch)).toContain(why);
});

test.each([['/currency'], ['/orderId']])('a default makes up neither money nor an id: %s', async (pointer) => {
  expect(await outcome({ subject: 'x' }, TICKET, { pointer, wants: 'value' })).toContain('abstained');
});
