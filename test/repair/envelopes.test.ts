import { expect, test } from 'vitest';

import type { Json, JsonObject } from '../../src/core/json.ts';
import { outcomeOf } from './letters.ts';

const ORDER: JsonObject = { type: 'object', properties: { orderId: { type: 'string' }, paid: { type: 'boolean' } }, required: ['orderId', 'paid'] };
const body = { orderId: 'SO-1', paid: true };
const sns = (message: string): Json => ({ Type: 'Notification', MessageId: 'm', TopicArn: 'arn:aws:sns:eu-central-1:0:t', Message: message, Timestamp: 't' });
const cloudEvent = (data: Json): Json => ({ specversion: '1.0', id: 'ev-4', source: '/shop', type: 'order.paid', data });
const abstains = expect.stringMatching(/^abstained: /) as Json;

test.each<[string, Json]>([
  ['SNS', sns(JSON.stringify(body))],
  ['CloudEvents', cloudEvent(body)],
  ['EventBridge', { version: '0', id: 'x', 'detail-type': 'paid', source: 'shop', account: '0', detail: body }],
])('a body in an envelope of %s is taken out, protected values as they are', async (_, payload) => {
  expect(await outcomeOf(payload, { schema: ORDER })).toEqual(body);
  expect(await outcomeOf(payload, { schema: { ...ORDER, additionalProperties: false }, protect: ['/orderId'] })).toEqual(body);
});

test('what is inside of the envelope is repaired by the same rules', async () => {
  expect(await outcomeOf(cloudEvent({ orderId: 'SO-1', paid: 'TRUE' }), { schema: ORDER })).toEqual(body);
  expect(await outcomeOf(cloudEvent({ orderId: 7, paid: true }), { schema: { ...ORDER, properties: { ...(ORDER['properties'] as JsonObject), orderId: { const: 'SO-7' } } } })).toEqual(abstains);
  expect(await outcomeOf(cloudEvent({ paid: true }), { schema: ORDER })).toEqual(abstains);
});

test.each<[string, Json]>([
  ['half an envelope', { specversion: '1.0', data: body }],
  ['an SNS message that is no JSON', sns('paid')],
  ['a number that would be rounded', sns('{"orderId":"SO-1","paid":true,"ref":9007199254740993}')],
  ['an envelope of several', [cloudEvent(body), cloudEvent(body)]],
  ['any object around the body', { wrapper: body }],
  ['what stands beside the body', { data: body, dryRun: true }],
])('%s is left alone', async (_, payload) => {
  expect(await outcomeOf(payload, { schema: ORDER })).toEqual(abstains);
});

test('a schema of the envelope itself keeps it', async () => {
  const schema: JsonObject = { type: 'object', properties: { specversion: { const: '2.0' }, data: { type: 'object' } }, required: ['specversion', 'data'] };
  expect(await outcomeOf(cloudEvent(body), { schema })).toEqual(abstains);
});

test('a body that was encoded twice too often is unpacked with its protected values', async () => {
  expect(await outcomeOf(JSON.stringify(JSON.stringify(body)), { schema: ORDER, protect: ['/orderId'] })).toEqual(body);
});

test('a tagged id is the id, also where the user protects it', async () => {
  const schema: JsonObject = { type: 'object', properties: { memberId: { type: 'string' } } };
  expect(await outcomeOf({ memberId: { $oid: '5322ff1b14070a662c094092' } }, { schema, protect: ['/memberId'] })).toEqual({ memberId: '5322ff1b14070a662c094092' });
  expect(await outcomeOf({ memberId: { $ne: 'a1' } }, { schema, protect: ['/memberId'] })).toEqual(abstains);
});
