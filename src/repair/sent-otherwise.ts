import { isJsonObject } from '../core/json.ts';
import { areSimilarKeys } from './key-style.ts';
import type { Site } from './site.ts';
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
