import type { RawLetter } from '../../../core/dead-letter.ts';
import type { Cursor, Page } from '../../contract.ts';
import { copyOf, toLetter, type LetterLimits } from './copy-letter.ts';
import type { CopyNotes } from './copy-notes.ts';
import type { Unwrap } from './dead-letter-queue-options.ts';
import type { Reading } from './reading.ts';
import { neededOriginal, resolve } from './resolve.ts';
import type { KnownOriginal, StoredCopy } from './stored-copy.ts';
import { unwrapCopy } from './unwrap.ts';

/** What turning copies into letters takes, on either store. */
export interface LetterMaking {
  readonly limits: LetterLimits;
  readonly unwrap: Unwrap | undefined;
  /** Job names that the configuration lists for the main queue. */
  readonly names: ReadonlySet<string>;
  readonly notes: CopyNotes;
  /** What the main queue knows of jobs, each at the index of its id. */
  known(ids: readonly (string | undefined)[]): Promise<readonly (KnownOriginal | undefined)[]>;
}

/** The letters of those copies that are there and belong to this queue. */
export async function lettersOf(making: LetterMaking, copies: readonly (StoredCopy | undefined)[]): Promise<readonly RawLetter[]> {
  const present = copies.filter((copy) => copy !== undefined);
  const readings = present.map((copy): Reading => (copy.oversize === undefined ? unwrapCopy(copy, making.limits.name, making.unwrap) : { kind: 'unclear', why: '' }));
  const known = await making.known(present.map((copy, index) => neededOriginal(copy, readings[index] ?? { kind: 'elsewhere' })));
  return present.flatMap((copy, index) => {
    const letter = toLetter(copy, resolve(copy, readings[index] ?? { kind: 'elsewhere' }, known[index], making.names), making.limits);
    if (letter === undefined) return [];
    making.notes.note(copy.id, letter.messageId);
    return [letter];
  });
}

/**
 * The letter of each message that was copied last, at the index of its id. Only jobs whose copies were read before are
 * found without reading the whole queue.
 */
export async function lookFor(
  ids: readonly string[],
  making: LetterMaking,
  load: (copyIds: readonly string[]) => Promise<readonly (StoredCopy | undefined)[]>,
  read: (after: Cursor | undefined) => Promise<Page>,
): Promise<readonly (RawLetter | undefined)[]> {
  const known = [...new Set([...making.notes.copiesOf(new Set(ids)), ...ids])];
  const found = youngest(await lettersOf(making, await load(known)));
  for (let after: Cursor | undefined; !ids.every((id) => found.has(id)); ) {
    const page = await read(after);
    youngest(page.letters, found);
    after = page.next;
    if (after === undefined) break;
  }
  return ids.map((id) => found.get(id));
}

function youngest(letters: readonly RawLetter[], found = new Map<string, RawLetter>()): Map<string, RawLetter> {
  for (const letter of letters) {
    const other = found.get(letter.messageId);
    if (other === undefined || copiedAt(other) <= copiedAt(letter)) found.set(letter.messageId, letter);
  }
  return found;
}

function copiedAt(letter: RawLetter): number {
  return Number(copyOf(letter).epoch.split(':', 1)[0]);
}
