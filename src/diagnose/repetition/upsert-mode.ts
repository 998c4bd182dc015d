import type { InspectedLetter } from '../../core/inspected-letter.ts';
import { wordsOf } from '../words-of.ts';
import { documentedMembers } from './documented.ts';

const CREATES = new Set(['add', 'append', 'create', 'insert', 'new']);
const MAY_FAIL = new Set(['fail', 'not', 'or', 'error', 'reject', 'delta', 'increment', 'append']);

/** Why writing the same again changes nothing: the payload chooses between creating and upserting, and says the latter. */
export function upsertMode(letter: InspectedLetter): string | undefined {
  const chosen = documentedMembers(letter).find(({ value, allowed }) => typeof value === 'string' && isUpsert(value) && allowed.includes(value) && allowed.some((other) => typeof other === 'string' && wordsOf(other).some((word) => CREATES.has(word))));
  return chosen === undefined ? undefined : `/${chosen.key} says that what is there already is written over, not added to`;
}

function isUpsert(value: string): boolean {
  const words = wordsOf(value);
  return words.includes('upsert') && !words.some((word) => MAY_FAIL.has(word));
}
