import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import { wordsOf } from './words-of.ts';

const ID_WORDS = new Set(['id', 'ids', 'uuid', 'guid']);
/** Members that say why, when and for whom something is ordered, not what. */
const CIRCUMSTANCES = new Set('at by comment correlation date locale language note reason requested source time timestamp trace'.split(' '));
const MOST_MEMBERS = 100;
const MOST_LEVELS = 3;

/** How the values of an answer compare with those of the payload that ordered them; `undefined` where one differs. */
export interface Comparison {
  /** Members whose value the answer, or the address that was asked, tells too. */
  readonly agreeing: readonly string[];
  /** Members of which it tells nothing, without those that say why, when and for whom. */
  readonly silent: readonly string[];
}

/** Compares an answer with a payload of plain values. `url` is what was asked: ids in its path are told by it. */
export function compareWithPayload(body: JsonObject, payload: Json | undefined, url: string): Comparison | undefined {
  if (!isJsonObject(payload)) return undefined;
  const told = flatten(body);
  const asked = new Set(url.split(/[/?#&=]/));
  const agreeing: string[] = [];
  const silent: string[] = [];
  for (const [key, value] of Object.entries(payload).slice(0, MOST_MEMBERS)) {
    if (value === null) continue;
    if (typeof value === 'object') return undefined;
    const values = told.filter(([name]) => name === plain(key) || name.endsWith(plain(key))).map(([, content]) => content);
    if (values.some((content) => content !== String(value))) return undefined;
    if (values.length > 0 || (isIdentity(key) && String(value).length > 2 && asked.has(String(value)))) agreeing.push(key);
    else if (!wordsOf(key).some((word) => CIRCUMSTANCES.has(word))) silent.push(key);
  }
  return { agreeing, silent };
}

/**
 * True where an answer tells this letter's own state: what it leaves unsaid is at most by which id the object was
 * addressed, where a result that agrees shows that it is the same.
 */
export function isOwnState({ agreeing, silent }: Comparison): boolean {
  const results = agreeing.filter((key) => !isIdentity(key));
  return agreeing.length > 0 && silent.length <= 1 && silent.every((key) => isIdentity(key) && results.length > 0);
}

/** True where the answer tells all of the letter: its id and what was ordered under it. */
export function isWholeLetter({ agreeing, silent }: Comparison): boolean {
  return silent.length === 0 && agreeing.some(isIdentity) && agreeing.some((key) => !isIdentity(key));
}

/** Scalars of the answer under their plain names, those of nested objects too. */
function flatten(body: JsonObject, level = 0): (readonly [name: string, value: string])[] {
  return Object.entries(body).slice(0, MOST_MEMBERS).flatMap(([key, value]): (readonly [string, string])[] => {
    if (isJsonObject(value)) return level + 1 < MOST_LEVELS ? flatten(value, level + 1) : [];
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [[plain(key), String(value)]] : [];
  });
}

function isIdentity(key: string): boolean {
  return wordsOf(key).some((word) => ID_WORDS.has(word));
}

function plain(key: string): string {
  return key.toLowerCase().replace(/[^a-z0-9]/g, '');
}
