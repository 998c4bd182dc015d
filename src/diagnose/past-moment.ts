import type { Json } from '../core/json.ts';
import { payloadValues } from './payload-values.ts';
import { wordsOf } from './words-of.ts';

const DAY = 24 * 60 * 60_000;
const MOST_VALUES = 500;
/** Epoch seconds and milliseconds between 2001 and 5138 do not overlap. */
const SECONDS = [1e9, 1e11] as const;
const MILLISECONDS = [1e12, 1e14] as const;

/**
 * True where the payload has a moment under a key with one of the words, and each such moment lies more than `margin`
 * milliseconds before `now`. A moment without a zone counts for none, and none is no past one.
 */
export function allPast(payload: Json | undefined, words: ReadonlySet<string>, margin: number, now: Date): boolean {
  const moments: (number | undefined)[] = [];
  let looked = 0;
  for (const { key, value } of payload === undefined ? [] : payloadValues(payload)) {
    looked += 1;
    if (looked > MOST_VALUES) return false;
    if (value !== null && wordsOf(key).some((word) => words.has(word))) moments.push(momentOf(value));
  }
  return moments.length > 0 && moments.every((moment) => moment !== undefined && moment + margin < now.getTime());
}

/** A moment that is stated with its zone, or by a day whose end has passed everywhere. */
function momentOf(value: Json): number | undefined {
  if (typeof value === 'number') {
    if (value >= SECONDS[0] && value < SECONDS[1]) return value * 1000;
    return value >= MILLISECONDS[0] && value < MILLISECONDS[1] ? value : undefined;
  }
  if (typeof value !== 'string') return undefined;
  const day = /^\d{4}-\d{2}-\d{2}$/.test(value);
  if (!day && !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/.test(value)) return undefined;
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? undefined : moment + (day ? 2 * DAY : 0);
}
