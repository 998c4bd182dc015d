import type { ParsedFailure } from '../../core/failure.ts';
import type { Json } from '../../core/json.ts';
import { payloadValues } from '../payload-values.ts';
import { wordsOf } from '../words-of.ts';

const ID_WORDS = new Set(['id', 'ids', 'key', 'no', 'number', 'ref', 'reference', 'slug', 'uuid']);
const MOST_VALUES = 200;

/**
 * True where the printed URL ends in an id of this payload: the request was about this letter's own object and not
 * about a collection or an action (`/orders/7/ship`).
 */
export function addressesOwnObject({ details }: ParsedFailure, payload: Json | undefined): boolean {
  const path = (details['url'] ?? '').split(/[?#]/)[0] ?? '';
  const last = decoded(path.split('/').at(-1) ?? '');
  return payload !== undefined && last.length > 1 && path.includes('/') && holdsId(payload, last);
}

function holdsId(payload: Json, wanted: string): boolean {
  let looked = 0;
  for (const { key, value } of payloadValues(payload)) {
    looked += 1;
    if (looked > MOST_VALUES) return false;
    const plain = typeof value === 'string' || typeof value === 'number';
    if (plain && String(value) === wanted && wordsOf(key).some((word) => ID_WORDS.has(word))) return true;
  }
  return false;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
