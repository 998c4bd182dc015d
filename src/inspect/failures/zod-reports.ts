import { isJsonObject, parseJson, type Json, type JsonObject } from '../../core/json.ts';
import { mask } from '../mask.ts';
import { maskedPath } from './complaints.ts';

/** What a report says, without values. */
export interface ZodReport {
  /** The application's words before it. */
  readonly prefix: string;
  readonly kinds: readonly string[];
}

/** Sentences that only Zod writes. */
const SENTENCE = /(?:Invalid input: expected [a-z]|Expected [a-z]{1,12}, received [a-z]{1,12}|Invalid option: expected one of |Invalid enum value\. Expected '|Invalid discriminator value\. Expected |Too (?:small|big): expected |Unrecognized key(?:s|\(s\) in object)?: |Invalid literal value, expected )/;
const PRETTY = /✖ ([^\n✖]{1,400})(?:\n {2}→ at ([^\n]{1,200}))?/g;
/** `Expected number, received string at "lines[0].qty"`, as zod-validation-error joins them. */
const QUOTED_PATH = /^(.{1,300}) at "([^"\n]{1,200})"$/s;
const MAX_DEPTH = 16;

/** Reads what `prettifyError`, `flatten`, `format`, `treeify` and zod-validation-error make of an error, or sentences joined by hand. */
export function readZodReport(message: string): ZodReport | undefined {
  if (message.includes('✖ ') && message.includes('\n  → at ')) return prettyReport(message);
  const brace = message.indexOf('{');
  const object = brace < 0 ? undefined : parseJson(message.slice(brace));
  if (isJsonObject(object)) {
    const kinds = listKinds(object, '', 0);
    return isZodObject(object, message) && kinds.length > 0 ? { prefix: message.slice(0, brace), kinds } : undefined;
  }
  if (!SENTENCE.test(message)) return undefined;
  const quoted = message.replace(/^Validation error: /, '').split('; ').map((part) => QUOTED_PATH.exec(part));
  if (quoted.every((match) => match !== null)) return { prefix: '', kinds: quoted.map((match) => `${mask(match[1] ?? '')} at ${maskedPath(match[2] ?? '')}`) };
  return { prefix: '', kinds: [mask(message)] };
}

function prettyReport(message: string): ZodReport {
  const kinds = [...message.matchAll(PRETTY)].map(([, sentence = '', path]) => `${mask(sentence)} at ${path === undefined ? 'the root' : maskedPath(path)}`);
  return { prefix: message.slice(0, message.indexOf('✖ ')), kinds };
}

/** `flatten()` and `format()` are known by their keys, a list of messages by field only by its sentences. */
function isZodObject(object: JsonObject, message: string): boolean {
  if (Array.isArray(object['formErrors']) && isJsonObject(object['fieldErrors'])) return true;
  if (Array.isArray(object['_errors'])) return true;
  const tree = Array.isArray(object['errors']) && (isJsonObject(object['properties']) || Array.isArray(object['items']));
  return tree || SENTENCE.test(message);
}

/** Every list of messages with the path of keys that leads to it; the reports' own keys are no part of a path. */
function listKinds(value: Json, path: string, depth: number): readonly string[] {
  if (Array.isArray(value)) {
    const messages = value.filter((item) => typeof item === 'string').map((text) => `${mask(text)} at ${path === '' ? 'the root' : maskedPath(path)}`);
    return [...messages, ...value.flatMap((item) => (isJsonObject(item) ? listKinds(item, `${path}[0]`, depth + 1) : []))];
  }
  if (!isJsonObject(value) || depth > MAX_DEPTH) return [];
  return Object.entries(value).flatMap(([key, member]) => listKinds(member, OWN_KEYS.has(key) ? path : `${path === '' ? '' : `${path}.`}${key}`, depth + 1));
}

const OWN_KEYS: ReadonlySet<string> = new Set(['formErrors', 'fieldErrors', '_errors', 'errors', 'properties', 'items']);
