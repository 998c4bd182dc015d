import { isJsonObject } from '../../core/json.ts';
import { eventsInAttributes, memberOf, textOfBase64, texts, type Envelope, type Recogniser } from './envelope.ts';

/** A notification of SNS without raw delivery. */
const notification: Recogniser = (object) => {
  const { Type: type, Message: content, TopicArn: topic, MessageId: id, MessageAttributes: attributes } = object;
  if (type !== 'Notification' || typeof content !== 'string' || typeof topic !== 'string' || typeof id !== 'string') return undefined;
  return { at: ['Message'], content, events: eventsInAttributes(attributes), hints: lastOf(topic, ':') };
};

/** A message of SQS as the SDK or a function gets it. */
const queueMessage: Recogniser = (object) => {
  const upper = typeof object['ReceiptHandle'] === 'string' && typeof object['MessageId'] === 'string';
  const lower = typeof object['receiptHandle'] === 'string' && typeof object['messageId'] === 'string';
  const key = upper ? 'Body' : 'body';
  if ((!upper && !lower) || object[key] === undefined) return undefined;
  const { MessageAttributes, messageAttributes, eventSourceARN } = object;
  return { at: [key], content: object[key], events: [...eventsInAttributes(MessageAttributes), ...eventsInAttributes(messageAttributes)], hints: lastOf(eventSourceARN, ':') };
};

/** One record of the notification, the stream or the table that a function gets. */
const record: Recogniser = (object) => {
  const source = object['eventSource'] ?? object['EventSource'];
  const { Sns: sns, kinesis, dynamodb, eventName, eventSourceARN } = object;
  if (source === 'aws:sns' && isJsonObject(sns)) return within('Sns', notification(sns));
  if (source === 'aws:kinesis') return { at: ['kinesis', 'data'], content: textOfBase64(memberOf(kinesis, 'data')), events: [], hints: lastOf(eventSourceARN, '/') };
  if (source !== 'aws:dynamodb' || !isJsonObject(dynamodb)) return undefined;
  const hints = eventName === 'INSERT' ? ['created'] : ['updated'];
  return { at: ['dynamodb', 'NewImage'], content: dynamodb['NewImage'], events: [], hints, ...(eventName === 'REMOVE' && { refusal: 'it tells of something that is gone' as const }) };
};

/** What a function gets: a list of records, of which only one can be meant. */
const records: Recogniser = ({ Records: list }) => {
  if (!Array.isArray(list) || !list.every(isRecord)) return undefined;
  const [only, ...others] = list;
  if (only === undefined || others.length > 0) return { at: ['Records'], content: undefined, events: [], hints: [], refusal: 'it holds several messages' };
  return { at: ['Records', '0'], content: only, events: [], hints: [] };
};

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ('eventSource' in value || 'EventSource' in value);
}

/** An event of EventBridge. */
const busEvent: Recogniser = (object) => {
  const { 'detail-type': type, detail, source } = object;
  return typeof type === 'string' && typeof source === 'string' && detail !== undefined ? { at: ['detail'], content: detail, events: [type], hints: [] } : undefined;
};

/** A request that API Gateway or a load balancer handed to a function. */
const gatewayRequest: Recogniser = (object) => {
  const { body, isBase64Encoded, httpMethod, path, headers, rawPath, requestContext } = object;
  const method = httpMethod ?? memberOf(requestContext, 'http', 'method');
  if (typeof method !== 'string' || body === undefined || !isJsonObject(headers) || !(isJsonObject(requestContext) || typeof path === 'string')) return undefined;
  const asks = ['POST', 'PUT', 'PATCH'].includes(method.toUpperCase());
  return {
    at: ['body'], content: isBase64Encoded === true ? textOfBase64(body) : body, events: [], hints: texts(path, rawPath),
    ...(!asks && { refusal: 'it is no request to do anything' as const }),
  };
};

function within(key: string, envelope: Envelope | undefined): Envelope | undefined {
  return envelope && { ...envelope, at: [key, ...envelope.at] };
}

function lastOf(name: unknown, sign: string): readonly string[] {
  return typeof name === 'string' ? [name.split(sign).at(-1) ?? ''] : [];
}

export const AWS_ENVELOPES: readonly Recogniser[] = [notification, queueMessage, record, records, busEvent, gatewayRequest];
