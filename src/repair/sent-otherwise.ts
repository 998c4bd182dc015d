import { isJsonObject, jsonTypeOf, type Json } from '../core/json.ts';
import { canonicallyEqual } from './canonical.ts';
import { areSimilarKeys, normalKey } from './key-style.ts';
import type { Site } from './site.ts';
import { isTechnicalKey } from './technical-key.ts';
import { knownKeys } from './want.ts';

/**
 * True where the value of a missing member may stand under another key, one that the schema does not know and that looks
 * like it, or under its own key inside of an object that the schema does not know. A default would then hide what was sent.
 */
export function mayBeSentOtherwise({ key, value, parent, parentFragment }: Site): boolean {
  if (value !== undefined || !isJsonObject(parent)) return false;
  const known = new Set(knownKeys(parentFragment));
  const unknown = Object.keys(parent).filter((other) => !known.has(other));
  return unknown.some((other) => areSimilarKeys(other, key) || holdsKey(parent[other], normalKey(key), DEEPEST));
}

/** Levels below the object at which a member of the same name is still looked for. */
const DEEPEST = 3;

/** True where an object that the schema does not know has a member under the same words: `{ "options": { "priority": "high" } }`. */
function holdsKey(value: Json | undefined, name: string, levels: number): boolean {
  if (!isJsonObject(value) || levels === 0) return false;
  return Object.entries(value).some(([key, inner]) => normalKey(key) === name || holdsKey(inner, name, levels - 1));
}

/**
 * True where another value stands beside a refused one under the same words (`orderId: 1`, `order_id: "b"`): the refused one
 * may be the wrong one of the two, however well it can be read.
 */
export function isContradictedBeside({ key, value, parent, parentFragment }: Site): boolean {
  if (value === undefined || !isJsonObject(parent)) return false;
  const known = knownKeys(parentFragment) ?? [];
  if (!known.includes(key)) return false;
  const name = normalKey(key);
  return Object.keys(parent).some((other) => other !== key && normalKey(other) === name && !known.includes(other) && !canonicallyEqual(parent[other], value));
}

/**
 * True where a member that the schema does not know could as well be the missing one: its value would do for it, whatever
 * its key is called. Only what middleware adds is no such member.
 */
export function mayHoldTheValue({ value, parent, parentFragment, want }: Site, wanted: Json): boolean {
  if (value !== undefined || !isJsonObject(parent)) return false;
  const known = new Set(knownKeys(parentFragment));
  const wouldDo = (other: Json): boolean => (want.members.length > 0 ? want.members.includes(other) : plainType(other) === plainType(wanted));
  return Object.entries(parent).some(([key, other]) => !known.has(key) && !isTechnicalKey(key) && wouldDo(other));
}

function plainType(value: Json): string {
  const type = jsonTypeOf(value);
  return type === 'integer' ? 'number' : type;
}
