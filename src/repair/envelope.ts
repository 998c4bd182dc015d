import { isJsonObject, parseJson, type Json, type JsonObject } from '../core/json.ts';
import { fragmentAt } from './schema-fragment.ts';
import type { Subject } from './subject.ts';
import { knownKeys } from './want.ts';

/** An envelope of a transport: the keys that only it has, and where its body is. */
interface Envelope {
  readonly marks: readonly string[];
  readonly body: string;
}

const ENVELOPES: readonly Envelope[] = [
  { marks: ['Type', 'MessageId', 'TopicArn', 'Message'], body: 'Message' },
  { marks: ['specversion', 'id', 'source', 'type', 'data'], body: 'data' },
  { marks: ['detail-type', 'source', 'account', 'detail'], body: 'detail' },
];

/**
 * The body inside of an envelope of SNS (without raw delivery), CloudEvents or EventBridge; `undefined` for anything else.
 * A body that SNS carries as text has to be JSON.
 */
export function envelopeBody(payload: Json | undefined): JsonObject | undefined {
  if (!isJsonObject(payload)) return undefined;
  const envelope = ENVELOPES.find(({ marks }) => marks.every((mark) => Object.hasOwn(payload, mark)));
  const body = envelope === undefined ? undefined : payload[envelope.body];
  const opened = typeof body === 'string' ? parseJson(body) : body;
  return isJsonObject(opened) ? opened : undefined;
}

/** True where a schema was given for the body and the payload still has its envelope: the schema knows none of the envelope's members. */
export function isInEnvelope({ payload, schema: { jsonSchema } }: Subject): boolean {
  if (jsonSchema === undefined || envelopeBody(payload) === undefined) return false;
  const known = knownKeys(fragmentAt(jsonSchema, payload, '')) ?? [];
  const marks = new Set(['Message', 'MessageId', 'TopicArn', 'specversion', 'data', 'detail', 'detail-type']);
  return known.length > 0 && !known.some((key) => marks.has(key));
}
