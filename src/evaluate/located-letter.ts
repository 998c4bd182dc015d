import type { CorpusLetter } from '../core/corpus-letter.ts';
import { MendqError, type MendqErrorOptions } from '../core/errors.ts';

/** A letter with the place where it stands, for errors: `letters.jsonl, line 7 (pay-3)`. */
export interface LocatedLetter {
  readonly letter: CorpusLetter;
  readonly where: string;
}

/** The error for what can't be read as a letter: where it stands, what is wrong. */
export function badLetter(where: string, problem: string, options: MendqErrorOptions = {}): MendqError {
  return new MendqError('MENDQ_E_USAGE', `${where}: ${problem}`, { hint: 'Correct it and run it again; nothing was scored. The fields are in docs/guides/decision-quality.md.', ...options });
}

/** A place with the id of its letter. */
export function placeOf(place: string, { id }: CorpusLetter): string {
  return `${place} (${id.length > 60 ? `${id.slice(0, 60)}…` : id})`;
}
