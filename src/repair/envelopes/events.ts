import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { eventsInAttributes, memberOf, textOfBase64, texts, type Recogniser } from './envelope.ts';

/** CloudEvents in structured mode. */
const cloudEvent: Recogniser = (object) => {
  const { specversion, type, source, datacontenttype, data, data_base64: encoded } = object;
  if (typeof specversion !== 'string' || typeof type !== 'string' || typeof source !== 'string') return undefined;
  const isJson = datacontenttype === undefined || (typeof datacontenttype === 'string' && /\bjson\b/i.test(datacontenttype));
  if (data === undefined) return { at: ['data_base64'], content: isJson ? textOfBase64(encoded) : undefined, events: [type], hints: [] };
  return { at: ['data'], content: isJson ? data : undefined, events: [type], hints: [] };
};

/** A message that Pub/Sub pushes. */
const pushedMessage: Recogniser = ({ message, subscription }) => {
  const id = memberOf(message, 'messageId') ?? memberOf(message, 'message_id');
  if (typeof id !== 'string' || typeof subscription !== 'string') return undefined;
  const hints = [subscription.split('/').at(-1) ?? ''];
  return { at: ['message', 'data'], content: textOfBase64(memberOf(message, 'data')), events: eventsInAttributes(memberOf(message, 'attributes')), hints };
};

/** An event of Azure's Event Grid. */
const gridEvent: Recogniser = ({ eventType, eventTime, subject, dataVersion, data }) =>
  typeof eventType === 'string' && typeof eventTime === 'string' && typeof subject === 'string' && typeof dataVersion === 'string'
    ? { at: ['data'], content: data, events: [eventType], hints: [] }
    : undefined;

/** An event of Stripe. Those of the test mode are about nothing real. */
const paymentEvent: Recogniser = ({ object, type, data, livemode }) => {
  if (object !== 'event' || typeof type !== 'string' || !isJsonObject(data)) return undefined;
  return { at: ['data', 'object'], content: data['object'], events: [type], hints: [], ...(livemode === false && { refusal: 'it was sent as a test' as const }) };
};

/** A message between services made with Nest. */
const patternMessage: Recogniser = (object) => {
  const { pattern, data } = object;
  const named = texts(pattern, memberOf(pattern, 'cmd'), memberOf(pattern, 'event'), memberOf(pattern, 'role'));
  return named.length > 0 && data !== undefined && hasOnly(object, ['pattern', 'data', 'id', 'options']) ? { at: ['data'], content: data, events: named, hints: [] } : undefined;
};

/** A job of a queue that was put into a queue as it is, name and options with it. */
const job: Recogniser = (object) => {
  const { name, data, opts, timestamp, attemptsMade, id } = object;
  const isJob = typeof name === 'string' && isJsonObject(opts) && data !== undefined && (typeof timestamp === 'number' || typeof attemptsMade === 'number' || id !== undefined);
  return isJob ? { at: ['data'], content: data, events: [name], hints: [] } : undefined;
};

/** A message of MassTransit, which names its types as URNs. */
const busMessage: Recogniser = ({ messageType, message }) => {
  if (!Array.isArray(messageType) || !isJsonObject(message)) return undefined;
  const [type] = messageType;
  return typeof type === 'string' && type.startsWith('urn:message:') ? { at: ['message'], content: message, events: [type.split(':').at(-1) ?? ''], hints: [] } : undefined;
};

function hasOnly(object: JsonObject, keys: readonly string[]): boolean {
  return Object.keys(object).every((key) => keys.includes(key));
}

export const EVENT_ENVELOPES: readonly Recogniser[] = [cloudEvent, pushedMessage, gridEvent, paymentEvent, patternMessage, job, busMessage];
