import { describe, expect, test } from 'vitest';

import type { Json, JsonObject } from '../../src/core/json.ts';
import { openEnvelope, type Opening } from '../../src/repair/open-envelope.ts';
import { jobTypeOf, outcomeOf, readTestSchema } from './letters.ts';

const ORDER: JsonObject = { type: 'object', properties: { orderId: { type: 'string' }, paid: { type: 'boolean' } }, required: ['orderId', 'paid'] };
const message: JsonObject = { orderId: 'SO-1', paid: true };
const text = JSON.stringify(message);
const base64 = Buffer.from(text).toString('base64');

async function opened(payload: Json, { name = 'order-paid', schema = ORDER, protect = [] }: { readonly name?: string; readonly schema?: JsonObject; readonly protect?: readonly string[] } = {}): Promise<Opening> {
  const payloadSchema = await readTestSchema(schema);
  return openEnvelope({ payload, issues: [], schema: payloadSchema, jobType: await jobTypeOf({ schema, protect: [...protect] }), job: { queue: 'q', name } });
}

const SNS: JsonObject = { Type: 'Notification', MessageId: 'm', TopicArn: 'arn:aws:sns:eu-central-1:000000000000:orders', Message: text, Timestamp: 't' };
const RECORD: JsonObject = { messageId: 'm', receiptHandle: 'r', body: text, attributes: {}, messageAttributes: {}, eventSource: 'aws:sqs', eventSourceARN: 'arn:aws:sqs:eu-central-1:000000000000:orders' };
const CLOUD_EVENT: JsonObject = { specversion: '1.0', id: 'ev-4', source: '/shop', type: 'com.example.order.paid.v1', datacontenttype: 'application/json', data: message };
const BUS_EVENT: JsonObject = { version: '0', id: 'x', 'detail-type': 'Order Paid', source: 'shop', account: '0', time: 't', region: 'eu', resources: [], detail: message };
const PUSHED: JsonObject = { message: { data: base64, messageId: '1', publishTime: 't', attributes: { eventType: 'order.paid' } }, subscription: 'projects/p/subscriptions/orders' };
const REQUEST: JsonObject = { httpMethod: 'POST', path: '/orders', headers: {}, body: text, isBase64Encoded: false };
const ROW_CHANGE: JsonObject = { before: null, after: message, op: 'u', source: { table: 'orders' }, ts_ms: 1 };
const OUTBOX: JsonObject = { id: 'x', aggregatetype: 'order', aggregateid: 'SO-1', type: 'OrderPaid', payload: text };

describe('an envelope around what the schema wants is opened', () => {
  test.each<[string, Json]>([
    ['SNS', SNS],
    ['SQS', RECORD],
    ['SQS as the SDK gives it', { MessageId: 'm', ReceiptHandle: 'r', MD5OfBody: 'x', Body: text }],
    ['SNS in SQS in records', { Records: [{ ...RECORD, body: JSON.stringify(SNS) }] }],
    ['SNS in records', { Records: [{ EventSource: 'aws:sns', EventVersion: '1.0', Sns: SNS }] }],
    ['Kinesis', { Records: [{ eventSource: 'aws:kinesis', kinesis: { data: base64 } }] }],
    ['EventBridge', BUS_EVENT],
    ['EventBridge in SQS', { ...RECORD, body: JSON.stringify(BUS_EVENT) }],
    ['API Gateway', REQUEST],
    ['API Gateway in base64', { version: '2.0', routeKey: '$default', rawPath: '/', headers: {}, requestContext: { http: { method: 'POST' } }, body: base64, isBase64Encoded: true }],
    ['CloudEvents', CLOUD_EVENT],
    ['CloudEvents in base64', { specversion: '1.0', id: 'e', source: '/', type: 'order.paid', data_base64: base64 }],
    ['Pub/Sub', PUSHED],
    ['Event Grid', { id: 'x', eventType: 'Shop.OrderPaid', eventTime: 't', subject: '/orders', dataVersion: '1', data: message }],
    ['Nest', { pattern: 'order.paid', data: message }],
    ['a command of Nest', { pattern: { cmd: 'pay_order' }, data: message, id: 'x' }],
    ['a job in a job', { id: '7', name: 'order-paid', data: message, opts: { attempts: 3 }, timestamp: 1, attemptsMade: 0 }],
    ['MassTransit', { messageId: 'x', messageType: ['urn:message:Shop.Contracts:OrderPaid'], message }],
    ['Kafka Connect', { schema: { type: 'struct', fields: [], optional: false }, payload: message }],
    ['an outbox', OUTBOX],
    ['an event with its name', { event: 'order.paid', id: 'x', occurredAt: 't', data: message }],
    ['one level', { payload: message }],
    ['one level, beside a trace', { data: message, traceparent: '00-x' }],
    ['a text one level down', { body: text }],
  ])('%s', async (_, payload) => {
    expect(await opened(payload, { name: 'order-paid', protect: ['/orderId'] })).toMatchObject({ kind: 'opened', document: message });
  });

  test.each<[string, Json]>([
    ['Debezium', ROW_CHANGE],
    ['Debezium with its schema', { schema: { type: 'struct', fields: [] }, payload: ROW_CHANGE }],
    ['a change stream', { _id: { _data: 'x' }, operationType: 'update', ns: { db: 'shop', coll: 'orders' }, documentKey: { _id: 'x' }, fullDocument: message }],
    ['Hasura', { event: { op: 'UPDATE', data: { old: message, new: message } }, table: { schema: 'public', name: 'orders' }, trigger: { name: 'orders' } }],
    ['Supabase', { type: 'UPDATE', table: 'orders', schema: 'public', record: message, old_record: message }],
  ])('a change that %s tells, where the job is not for one deed', async (_, payload) => {
    expect(await opened(payload, { name: 'sync-order', protect: ['/orderId'] })).toMatchObject({ kind: 'opened', document: message });
    expect((await opened(payload, { name: 'order-created' })).kind).toBe('foreign');
  });

  test('a record of a table of DynamoDB keeps the form that the database writes', async () => {
    const image: JsonObject = { orderId: { S: 'SO-1' }, paid: { BOOL: true } };
    const payload: Json = { Records: [{ eventSource: 'aws:dynamodb', eventName: 'MODIFY', dynamodb: { Keys: {}, NewImage: image } }] };
    expect(await opened(payload, { name: 'sync-order' })).toMatchObject({ kind: 'opened', document: image });
    expect(await outcomeOf(payload, { schema: ORDER, protect: ['/orderId'] })).toEqual(message);
  });

  test('the layers that the schema is for stay', async () => {
    const schema: JsonObject = { type: 'object', properties: { detail: ORDER, 'detail-type': { type: 'string' } }, required: ['detail', 'detail-type'] };
    expect(await opened({ ...RECORD, body: JSON.stringify(BUS_EVENT) }, { schema })).toMatchObject({ kind: 'opened', document: BUS_EVENT });
  });
});

describe('an envelope that tells of something else is left to a person', () => {
  test.each<[string, Json]>([
    ['another deed', { ...CLOUD_EVENT, type: 'com.example.order.refunded.v1' }],
    ['another thing', { ...CLOUD_EVENT, type: 'com.example.invoice.paid' }],
    ['a part of the thing', { ...CLOUD_EVENT, type: 'order.item.paid' }],
    ['no thing', { ...CLOUD_EVENT, type: 'ping' }],
    ['no JSON', { ...CLOUD_EVENT, datacontenttype: 'application/xml', data: '<order/>' }],
    ['another deed on the bus', { ...BUS_EVENT, 'detail-type': 'Order Cancelled' }],
    ['another deed in attributes', { ...SNS, MessageAttributes: { eventType: { Type: 'String', Value: 'order.cancelled' } } }],
    ['another deed in the name of the topic', { ...SNS, TopicArn: 'arn:aws:sns:eu-central-1:000000000000:orders-cancelled' }],
    ['another deed inside', { ...SNS, Message: JSON.stringify({ ...message, type: 'order.refunded' }) }],
    ['another pattern', { pattern: 'order.cancelled', data: message }],
    ['another job', { id: '7', name: 'order-refunded', data: message, opts: {}, timestamp: 1 }],
    ['several records', { Records: [RECORD, RECORD] }],
    ['no record', { Records: [] }],
    ['a row that is gone', { ...ROW_CHANGE, op: 'd', before: message, after: null }],
    ['a request that asks for nothing', { ...REQUEST, httpMethod: 'DELETE' }],
    ['a test', { id: 'evt', object: 'event', type: 'order.paid', livemode: false, data: { object: message } }],
    ['a flag beside', { ...CLOUD_EVENT, dryrun: true }],
  ])('%s', async (_, payload) => {
    expect((await opened(payload)).kind).not.toBe('opened');
  });

  test.each<[string, string, string]>([
    ['order.deleted', 'welcome-order', 'none'], ['order.cancelled', 'send-receipt', 'none'], ['order.paid', 'send-receipt', 'opened'], ['order.created', 'send-receipt', 'opened'], ['order.failed', 'retry-order', 'none'],
    ['customer.order.paid', 'order-paid', 'opened'], ['order_paid', 'OrderPaid', 'opened'],
  ])('%s in a job %s', async (type, name, kind) => {
    expect((await opened({ ...CLOUD_EVENT, type }, { name })).kind === 'opened').toBe(kind === 'opened');
  });
});

describe('what is no envelope for this schema is none', () => {
  test.each<[string, Json]>([
    ['a member that is wanted stands outside', { ...CLOUD_EVENT, orderId: 'SO-2' }],
    ['a required member is missing inside', { data: { orderId: 'SO-1' } }],
    ['nothing inside is known', { data: { a: 1 } }],
    ['a list', { data: [message] }],
    ['two places', { data: message, payload: message }],
    ['something that nobody knows stands beside', { data: message, mode: 'test' }],
    ['half an envelope', { specversion: '1.0', data: message, source: 1 }],
    ['a text that would lose a number', { body: '{"orderId":"SO-1","paid":true,"ref":9007199254740993}' }],
    ['a text with a key twice', { body: '{"orderId":"SO-1","orderId":"SO-2","paid":true}' }],
    ['a schema beside more than a payload', { schema: { type: 'struct' }, payload: message, mode: 1 }],
    ['base64 of something else', { message: { data: 'AAEC/w==', messageId: '1' }, subscription: 's' }],
  ])('%s', async (_, payload) => {
    expect((await opened(payload)).kind).toBe('none');
  });

  test('a message with a key that its schema forbids', async () => {
    expect((await opened({ data: { ...message, mode: 'x' } }, { schema: { ...ORDER, additionalProperties: false } })).kind).toBe('none');
  });

  test('a protected value stands outside', async () => {
    expect((await opened(CLOUD_EVENT, { protect: ['/source'] })).kind).toBe('foreign');
  });
});
