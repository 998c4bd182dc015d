import type { ParsedFailure } from '../core/failure.ts';
import type { InspectedLetter } from '../core/inspected-letter.ts';
import { payloadValues } from './payload-values.ts';
import { passesSchema } from './passes-schema.ts';
import { droppedDuplicates } from './repetition/duplicates-dropped.ts';
import { documentedKey, freshKey } from './repetition/idempotency-key.ts';
import { overwrite } from './repetition/overwrite.ts';
import { addressesOwnObject } from './repetition/own-object.ts';
import { upsertMode } from './repetition/upsert-mode.ts';

/** Methods whose repetition has the same effect as one request (RFC 9110, section 9.2.2). */
const IDEMPOTENT_METHODS = new Set(['PUT', 'DELETE']);
const MOST_VALUES = 200;

/**
 * Why an attempt that may have acted can be repeated without acting twice, as half a sentence; `undefined` where
 * nothing of this letter shows it. Only for payloads that pass their schema: a repaired one is not the same again.
 */
export function safeRepetition(letter: InspectedLetter, attempt: ParsedFailure, now: Date): string | undefined {
  if (!passesSchema(letter)) return undefined;
  if (isOwnKeyInUse(letter, attempt)) return 'the service is still at the request with this letter\'s own idempotency key';
  if (IDEMPOTENT_METHODS.has(attempt.details['method'] ?? '') && addressesOwnObject(attempt, letter.letter.payload)) return `${attempt.details['method']} of the letter's own object has the same effect twice as once`;
  return freshKey(letter, attempt, now) ?? overwrite(letter) ?? upsertMode(letter) ?? droppedDuplicates(letter);
}

/** True where the answer itself says that the key of this letter is known and its request is under way. */
export function isOwnKeyInUse(letter: InspectedLetter, { library, code, details }: ParsedFailure): boolean {
  if (library !== 'stripe' || code !== 'idempotency_key_in_use') return false;
  const named = details['key'];
  return named === undefined ? documentedKey(letter) !== undefined : holdsText(letter, named);
}

function holdsText({ letter }: InspectedLetter, wanted: string): boolean {
  if (letter.payload === undefined) return false;
  let looked = 0;
  for (const { value } of payloadValues(letter.payload)) {
    looked += 1;
    if (looked > MOST_VALUES) return false;
    if (value === wanted) return true;
  }
  return false;
}
