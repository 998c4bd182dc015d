import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import { expandPattern, toPointer, valueAt, type Pointer } from '../core/json-pointer.ts';
import { AWS_ENVELOPES } from './envelopes/aws.ts';
import { CHANGE_ENVELOPES } from './envelopes/changes.ts';
import { documentIn, type Envelope, type Recogniser } from './envelopes/envelope.ts';
import { EVENT_ENVELOPES } from './envelopes/events.ts';
import { namedEvent, nestedMessage } from './envelopes/plain.ts';
import { isHandledBy, tellsOtherDeed } from './event-names.ts';
import type { Subject } from './subject.ts';
import { readTypedMembers } from './typed-json.ts';
import { wantedAmong, wantsOnly } from './wanted-members.ts';

/** What a payload is, looked at as an envelope. */
export type Opening =
  | { readonly kind: 'none' }
  /** An envelope around something that this job does not handle, or that nobody can be sure of. */
  | { readonly kind: 'foreign'; readonly why: string }
  | { readonly kind: 'opened'; readonly document: JsonObject; readonly source: Pointer };

const NONE: Opening = { kind: 'none' };

/** Envelopes in envelopes: a notification in a message in a record, and what the sender put around it. */
const MOST_LAYERS = 4;

const RECOGNISERS: readonly Recogniser[] = [...AWS_ENVELOPES, ...EVENT_ENVELOPES, ...CHANGE_ENVELOPES, namedEvent, nestedMessage];

/** Flags that envelopes have of their own. Any other may be an instruction. */
const OWN_FLAGS: ReadonlySet<string> = new Set(['isBase64Encoded', 'livemode']);

/**
 * Takes the message out of the envelope that a payload is, where the schema wants that message and not the envelope: it
 * has all members that are required, none that the schema wants stands outside, the envelope names no other kind of event,
 * and nothing that the user protects is left behind.
 */
export function openEnvelope(subject: Subject): Opening {
  const { payload } = subject;
  if (!isJsonObject(payload) || wantedAmong(subject, payload).length > 0) return NONE;
  const opening = openLayer(payload, subject, 1);
  if (opening.kind !== 'opened') return opening;
  if (!wantsOnly(subject, readTypedMembers(opening.document) ?? opening.document)) return NONE;
  return leavesBehind(subject) ? { kind: 'foreign', why: 'the payload is an envelope with a protected value outside of the message' } : opening;
}

/** Opens an envelope, and what is inside of it as long as that is an envelope and nothing that the schema wants. */
function openLayer(outer: JsonObject, subject: Subject, layer: number): Opening {
  const envelope = recognised(outer);
  if (envelope === undefined) return NONE;
  const document = documentIn(envelope.content);
  const why = reasonAgainst(outer, envelope, document, subject);
  if (why !== undefined) return { kind: 'foreign', why: `the payload is an envelope, and ${why}` };
  if (document === undefined) return NONE;
  const source = toPointer(envelope.at);
  const inner = layer < MOST_LAYERS && wantedAmong(subject, document).length === 0 ? openLayer(document, subject, layer + 1) : NONE;
  if (inner.kind === 'foreign') return inner;
  return { kind: 'opened', document: inner.kind === 'opened' ? inner.document : document, source };
}

function leavesBehind({ payload, jobType: { protect } }: Subject): boolean {
  return protect.some((pattern) => expandPattern(payload, pattern).some((place) => valueAt(payload, place) !== undefined));
}

function recognised(object: JsonObject): Envelope | undefined {
  for (const recognise of RECOGNISERS) {
    const envelope = recognise(object);
    if (envelope !== undefined) return envelope;
  }
  return undefined;
}

function reasonAgainst(outer: JsonObject, { refusal, events, hints }: Envelope, inner: JsonObject | undefined, subject: Subject): string | undefined {
  if (refusal !== undefined) return refusal;
  if (Object.entries(outer).some(([key, value]) => typeof value === 'boolean' && !OWN_FLAGS.has(key))) return 'a flag stands outside of the message';
  const jobName = subject.job?.name ?? '';
  const keys = inner === undefined ? [] : wantedAmong(subject, inner);
  if (inner !== undefined && keys.length > 0 && !events.every((event) => isHandledBy(event, jobName, keys))) return 'the event that it names may not be one for this job';
  const said = [...events, ...hints, ...innerNames(inner)];
  return said.some((name) => tellsOtherDeed(name, jobName)) ? 'it names another event than the job is for' : undefined;
}

/** What the message itself calls its kind. */
function innerNames(inner: JsonObject | undefined): readonly string[] {
  const named: readonly (Json | undefined)[] = ['type', 'event', 'eventType', 'event_type'].map((key) => (inner !== undefined && Object.hasOwn(inner, key) ? inner[key] : undefined));
  return named.filter((name) => typeof name === 'string');
}
