import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { normalKey } from '../key-style.ts';
import { isTechnicalKey } from '../technical-key.ts';
import { memberOf, texts, type Recogniser } from './envelope.ts';

/** Names of members that hold nothing but the message itself. */
const HOLDERS = ['data', 'payload', 'body', 'message', 'event', 'job', 'input', 'params', 'content', 'record'] as const;

/** Members by which senders number and date their events, in any spelling. */
const ABOUT_EVENT: ReadonlySet<string> = new Set([
  'id', 'eventid', 'messageid', 'uuid', 'time', 'timestamp', 'eventtime', 'createdat', 'created', 'occurredat', 'emittedat', 'publishedat', 'sentat', 'version', 'source', 'producer',
  'correlationid', 'causationid',
]);
const NAMES = ['type', 'event', 'eventType', 'event_type', 'eventName', 'event_name', 'topic'] as const;

/** The message one level too deep, with nothing beside it but what middleware adds. */
export const nestedMessage: Recogniser = (object) => {
  const [holder, ...others] = Object.keys(object).filter((key) => object[key] !== null && !isTechnicalKey(key));
  const isHolder = HOLDERS.some((name) => name === holder);
  return holder !== undefined && isHolder && others.length === 0 ? { at: [holder], content: object[holder], events: [], hints: [] } : undefined;
};

/** An event of nobody's standard: its name, its data, and when and by whom it was sent. */
export const namedEvent: Recogniser = (object) => {
  const holder = (['data', 'payload'] as const).find((key) => isHeld(memberOf(object, key)));
  const name = NAMES.find((key) => typeof object[key] === 'string');
  if (holder === undefined || name === undefined || !Object.keys(object).every((key) => isAboutEvent(object, key, [holder, name]))) return undefined;
  return { at: [holder], content: object[holder], events: texts(object[name]), hints: [] };
};

function isHeld(value: Json | undefined): boolean {
  return isJsonObject(value) || typeof value === 'string';
}

function isAboutEvent(object: JsonObject, key: string, own: readonly string[]): boolean {
  return own.includes(key) || object[key] === null || isTechnicalKey(key) || ABOUT_EVENT.has(normalKey(key));
}
