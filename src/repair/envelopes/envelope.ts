import { Buffer } from 'node:buffer';

import { isJsonObject, parseJson, type Json, type JsonObject } from '../../core/json.ts';
import { lossOnRewriting } from '../faithful-text.ts';

/** A message that a broker, a bus or a database put around another one, recognised by members of its own. */
export interface Envelope {
  /** Where the inner message stands. */
  readonly at: readonly string[];
  /** The inner message, as an object or as a text of one; `undefined` where there is none. */
  readonly content: Json | undefined;
  /** What the envelope calls the event. It has to be the kind of thing that the job handles. */
  readonly events: readonly string[];
  /** Names of topics, tables and the like, which say less: they only must not say the opposite. */
  readonly hints: readonly string[];
  /** Why the inner message is not the one that is wanted, whatever it looks like. */
  readonly refusal?: 'it holds several messages' | 'it tells of something that is gone' | 'it is no request to do anything' | 'it was sent as a test';
}

/** Recognises envelopes of one kind; `undefined` for anything else. */
export type Recogniser = (object: JsonObject) => Envelope | undefined;

const MOST_LENGTH = 5_000_000;

/** The texts among some values. */
export function texts(...values: readonly (Json | undefined)[]): readonly string[] {
  return values.filter((value) => typeof value === 'string');
}

/** A member of an object, `undefined` where there is none or no object. */
export function memberOf(object: Json | undefined, ...keys: readonly string[]): Json | undefined {
  return keys.reduce<Json | undefined>((value, key) => (isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined), object);
}

/** The JSON object that a content is or spells without loss; `undefined` where it is none. */
export function documentIn(content: Json | undefined): JsonObject | undefined {
  if (isJsonObject(content)) return content;
  if (typeof content !== 'string' || content.length > MOST_LENGTH || !/^\s*\{/.test(content)) return undefined;
  const value = parseJson(content);
  return isJsonObject(value) && lossOnRewriting(content, value) === undefined ? value : undefined;
}

/** The text that base64 stands for, `undefined` where it is none or no UTF-8. */
export function textOfBase64(content: Json | undefined): string | undefined {
  if (typeof content !== 'string' || content.length > MOST_LENGTH || content === '' || !/^[A-Za-z\d+/_-]+={0,2}$/.test(content)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(content, 'base64'));
  } catch {
    return undefined;
  }
}

/** What attributes of a message call its kind, in the forms of SNS, SQS and Pub/Sub. */
export function eventsInAttributes(attributes: Json | undefined): readonly string[] {
  return ['type', 'eventType', 'event_type', 'event-type', 'eventName', 'event'].flatMap((key) => {
    const attribute = memberOf(attributes, key);
    return texts(attribute, memberOf(attribute, 'Value'), memberOf(attribute, 'StringValue'), memberOf(attribute, 'stringValue'));
  });
}
