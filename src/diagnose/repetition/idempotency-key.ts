import type { ParsedFailure } from '../../core/failure.ts';
import type { InspectedLetter } from '../../core/inspected-letter.ts';
import { documentedMembers, plainSentences, type DocumentedMember } from './documented.ts';

const HOUR = 3_600_000;
const IS_KEY = /\bidempoten(?:cy|t)[ -]?key\b/i;
const ON_EACH = /\b(?:sent|passed|used|set|included|attached|repeated|the same|reused)\b[^.;]{0,60}\b(?:every|each|all)\b[^.;]{0,30}\b(?:attempts?|requests?|calls?|tries|try|retries|retry)\b/i;
/** How long a service keeps a key: Stripe prunes after 24 hours at the earliest. */
const KNOWN_WINDOWS: readonly (readonly [service: RegExp, milliseconds: number])[] = [[/\bstripe\b/i, 24 * HOUR]];
const STATED_WINDOW = /\b(?:kept|keeps|valid|remembered|stored|expires?)\b[^.;]{0,20}?\b(\d{1,3}) ?(h|hours?|d|days?)\b/i;
const FIRST_USE = /\bfirst (?:used|sent|attempt|tried|use)\b/i;
const FIRST_USE_KEY = /^first_?(?:attempt|used?|sent|tried)_?at$/i;

/** The key that the schema documents as sent with every attempt; `undefined` where there is none, or more than one. */
export function documentedKey(letter: InspectedLetter): DocumentedMember | undefined {
  const keys = documentedMembers(letter).filter(
    ({ value, description }) => typeof value === 'string' && value.length >= 8 && IS_KEY.test(description) && plainSentences(description).some((sentence) => ON_EACH.test(sentence)),
  );
  return keys.length === 1 ? keys[0] : undefined;
}

/**
 * Why a repetition is answered with what the first attempt did: its key is documented, and the service still knows it.
 * Half of the time that a service keeps a key counts, since a replay may have to wait. A key of unknown age is not fresh.
 */
export function freshKey(letter: InspectedLetter, attempt: ParsedFailure, now: Date): string | undefined {
  const key = documentedKey(letter);
  const window = key === undefined ? undefined : windowOf(key, attempt);
  const firstUse = key === undefined ? undefined : firstUseOf(letter);
  if (key === undefined || window === undefined || firstUse === undefined) return undefined;
  const age = now.getTime() - firstUse;
  return age >= 0 && age <= window / 2 ? `/${key.key} is sent as idempotency key with every attempt, and the service still knows it` : undefined;
}

/** The attempt must have failed at the service that keeps the key: what else the run called knows nothing of it. */
function windowOf({ description }: DocumentedMember, { library }: ParsedFailure): number | undefined {
  const named = KNOWN_WINDOWS.find(([service]) => service.test(description));
  if (named !== undefined && !named[0].test(library)) return undefined;
  const stated = STATED_WINDOW.exec(description);
  if (stated?.[1] !== undefined) return Number(stated[1]) * ((stated[2] ?? 'h').toLowerCase().startsWith('d') ? 24 * HOUR : HOUR);
  return KNOWN_WINDOWS.find(([service]) => service.test(library))?.[1];
}

/** What the payload says, or else when the letter was published; a broker that does not know gives the time of the failure. */
function firstUseOf(letter: InspectedLetter): number | undefined {
  const told = documentedMembers(letter).filter(({ key, description }) => FIRST_USE_KEY.test(key) || FIRST_USE.test(description));
  if (told.length > 0) {
    const dates = told.map(({ value }) => (typeof value === 'string' ? Date.parse(value) : Number.NaN));
    return dates.some(Number.isNaN) ? undefined : Math.min(...dates);
  }
  const { enqueuedAt, failure } = letter.letter;
  return enqueuedAt.getTime() < failure.at.getTime() ? enqueuedAt.getTime() : undefined;
}
