import { letterIdOf, type RawLetter } from '../core/dead-letter.ts';
import type { LetterSummary } from '../core/events.ts';
import { parseJson } from '../core/json.ts';
import type { LetterRecord } from '../ledger/contract.ts';

/** What events say of a letter that the ledger holds. */
export function summaryOf(record: LetterRecord): LetterSummary {
  return summaryOfRaw(record.letter, record.round, record.decision?.signatures.shape ?? '');
}

/** What events say of a letter as it was read. */
export function summaryOfRaw(letter: RawLetter, round: number, signature: string): LetterSummary {
  const { queue, name, messageId } = letter;
  const payload = letter.oversize === undefined ? parseJson(letter.body) : undefined;
  return { id: letterIdOf(letter), queue, name, messageId, signature, round, payload };
}
