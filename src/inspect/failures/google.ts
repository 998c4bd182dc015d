import type { FailureText } from '../failure-text.ts';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { answered } from './http-answer.ts';
import { recogniseNodeFetch } from './node-fetch.ts';
import type { Recognition } from './recogniser.ts';

/** `got status: 503 UNAVAILABLE. {...}` and `[GoogleGenerativeAI Error]: Error fetching from URL: [503 Service Unavailable] ...` of older clients. */
const GOT_STATUS = /^(?:\[[\w. ]{1,60}\]: )?got status: ([45]\d\d)\b/;
const FETCHING = /^\[GoogleGenerativeAI Error\]: Error fetching from \S{1,1024}: (?:\[([45]\d\d) [A-Za-z ]{0,40}\] )?/;
/** What Google's APIs say where only the message was kept. */
const MESSAGES: readonly (readonly [pattern: RegExp, status: string, code?: string])[] = [
  [/^invalid_(?:grant|client)\b/, '401', 'invalid_grant'],
  [/^(?:Rate Limit Exceeded|User[- ]rate limit exceeded|Quota exceeded for quota (?:metric|group) )/i, '429'],
  [/^The service is currently unavailable\b/, '503'],
  [/^(?:Internal error encountered|Backend Error)\b/, '500'],
  [/^(?:Login Required|Invalid Credentials|Request had invalid authentication credentials)\b/, '401'],
  [/^(?:The caller does not have permission|Request had insufficient authentication scopes|Insufficient Permission)\b/, '403'],
];
/** Reasons under which some APIs hide a rate limit behind a 403. */
const RATE_REASONS = /"reason"\s{0,4}:\s{0,4}"(?:rateLimitExceeded|userRateLimitExceeded)"|^(?:Rate Limit Exceeded|User[- ]rate limit exceeded)/i;

/** Google's clients: gaxios, and the clients of Gemini and Vertex AI, whose message is the answer itself as JSON. */
export function recogniseGoogle(text: FailureText): Recognition | undefined {
  const { message, errorClass } = text;
  if (message.startsWith('{') || message.startsWith('[{')) return readDocument(text, message);
  const older = GOT_STATUS.exec(message) ?? FETCHING.exec(message);
  if (older !== null) return older[1] === undefined ? { library: 'google', code: 'ECONNRESET', details: { phase: 'exchange' } } : answered(text, { library: 'google', status: older[1], answer: message.slice(older[0].length) });
  return errorClass === 'GaxiosError' ? readGaxios(text) : undefined;
}

function readGaxios(text: FailureText): Recognition | undefined {
  const { message, printed: { properties } } = text;
  const known = MESSAGES.find(([pattern]) => pattern.test(message));
  const printed = ['status', 'response.status', 'code'].map((name) => properties.get(name)).find((value) => /^[45]\d\d$/.test(value ?? ''));
  const status = printed ?? known?.[1];
  if (status === undefined) return recogniseNodeFetch(text);
  return answered(text, { library: 'google', status: status === '403' && RATE_REASONS.test(message) ? '429' : status, code: known?.[2], answer: message });
}

/** `{"error":{"code":503,"message":"...","status":"UNAVAILABLE"}}`, the same in a list, and what other services write into the same places. */
function readDocument(text: FailureText, message: string): Recognition | undefined {
  const status = statusOf(parsed(message)) ?? /^\[?\{\s{0,20}"error"\s{0,4}:\s{0,4}\{\s{0,20}"code"\s{0,4}:\s{0,4}([45]\d\d)\b/.exec(message)?.[1];
  return status === undefined ? undefined : answered(text, { library: 'google', status, answer: message });
}

function parsed(message: string): Json | undefined {
  try {
    const document = JSON.parse(message) as Json;
    return Array.isArray(document) ? document[0] : document;
  } catch {
    return undefined;
  }
}

function statusOf(document: Json | undefined): string | undefined {
  if (!isJsonObject(document)) return undefined;
  const error: JsonObject = isJsonObject(document['error']) ? document['error'] : document;
  const found = [error['code'], error['status'], error['statusCode'], document['status'], document['statusCode']];
  return found.map((value) => (typeof value === 'number' || typeof value === 'string' ? String(value) : '')).find((value) => /^[45]\d\d$/.test(value));
}
