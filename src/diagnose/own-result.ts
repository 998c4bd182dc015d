import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import { wordsOf } from './words-of.ts';

const ID_WORDS = new Set(['id', 'ids', 'uuid', 'guid']);
/** Members that say why, when and for whom something is ordered, not what. */
const CIRCUMSTANCES = new Set('at by comment correlation date locale language note reason requested source time timestamp trace'.split(' '));
const MOST_MEMBERS = 100;
const MOST_LEVELS = 3;

/**
 * True where an answer that tells the present state tells this letter's own: every value that it shares with the payload
 * agrees, and what it leaves unsaid is only by which id the object was addressed, or a circumstance.
 */
export function confirmsPayload(body: JsonObject, payload: Json | undefined): boolean {
  if (!isJsonObject(payload)) return false;
  const told = flatten(body);
  const ordered = Object.entries(payload).slice(0, MOST_MEMBERS).filter(([, value]) => value !== null);
  if (ordered.some(([, value]) => typeof value === 'object')) return false;
  const agreeing: string[] = [];
  const silent: string[] = [];
  for (const [key, value] of ordered) {
    const values = told.filter(([name]) => name === plain(key) || name.endsWith(plain(key))).map(([, content]) => content);
    if (values.some((content) => content !== String(value))) return false;
    if (values.length > 0) agreeing.push(key);
    else if (!wordsOf(key).some((word) => CIRCUMSTANCES.has(word))) silent.push(key);
  }
  const results = agreeing.filter((key) => !isId(key));
  return agreeing.length > 0 && silent.every((key) => isId(key) && results.length > 0) && silent.length <= 1;
}

/** Scalars of the answer under their plain names, those of nested objects too. */
function flatten(body: JsonObject, level = 0): (readonly [name: string, value: string])[] {
  return Object.entries(body).slice(0, MOST_MEMBERS).flatMap(([key, value]): (readonly [string, string])[] => {
    if (isJsonObject(value)) return level + 1 < MOST_LEVELS ? flatten(value, level + 1) : [];
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [[plain(key), String(value)]] : [];
  });
}

function isId(key: string): boolean {
  return wordsOf(key).some((word) => ID_WORDS.has(word));
}

function plain(key: string): string {
  return key.toLowerCase().replace(/[^a-z0-9]/g, '');
}
