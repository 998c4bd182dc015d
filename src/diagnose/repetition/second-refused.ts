import type { InspectedLetter } from '../../core/inspected-letter.ts';
import { documentedMembers } from './documented.ts';

/** `Unique in the ledger: a second insert with the same id is refused`. */
const REFUSED = /\b(?:second|repeated|duplicate|another)\b[^.;]{0,60}\b(?:is|are|gets|will be) (?:always )?(?:refused|rejected|ignored|dropped)\b/i;
/** A uniqueness that holds for a while, in a part or by convention only refuses not every second one. */
const DOUBT = /\b(?:not|never|unless|except|should|may|might|could|usually|mostly|planned|todo|within|window|\d{1,4} ?(?:[smhd]|seconds?|minutes?|hours?|days?)|per (?:session|day|hour|run|batch))\b/i;

/** Why a second run of work on a database changes nothing: the schema documents that its own store refuses a second row under a member that this payload has. */
export function secondRefused(letter: InspectedLetter): string | undefined {
  const found = documentedMembers(letter).find(({ value, description }) => (typeof value === 'string' || typeof value === 'number') && REFUSED.test(description) && !DOUBT.test(description));
  return found === undefined ? undefined : `the schema says that a second one with the same /${found.key} is refused`;
}
