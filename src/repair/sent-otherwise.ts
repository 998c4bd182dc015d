import { isJsonObject, jsonTypeOf, type Json } from '../core/json.ts';
import { areSimilarKeys } from './key-style.ts';
import type { Site } from './site.ts';
import { isTechnicalKey } from './technical-key.ts';
import { knownKeys } from './want.ts';

/**
 * True where the value of a missing member may stand under another key, one that the schema does not know and that looks
 * like it. A default would then hide what was sent.
 */
export function mayBeSentOtherwise({ key, value, parent, parentFragment }: Site): boolean {
  if (value !== undefined || !isJsonObject(parent)) return false;
  const known = new Set(knownKeys(parentFragment));
  return Object.keys(parent).some((other) => !known.has(other) && areSimilarKeys(other, key));
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
