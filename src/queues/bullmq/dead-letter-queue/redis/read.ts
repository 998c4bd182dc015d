import type { RawLetter } from '../../../../core/dead-letter.ts';
import type { Cursor, Page } from '../../../contract.ts';
import { fromCursor, toCursor } from '../../cursor.ts';
import { PAGE_LETTERS } from '../../page-size.ts';
import { lettersOf, lookFor, type LetterMaking } from '../letters-of.ts';
import type { CopyQueue } from './copy-queue.ts';
import { loadAll, loadPage } from './load.ts';
import { mainJobs, toKnownOriginal } from './originals.ts';

/** A page of the copies, in the order in which they were added. Copies of other queues' jobs are left out. */
export async function read(queue: CopyQueue, after?: Cursor, limit: number = PAGE_LETTERS): Promise<Page> {
  const { positions, isWhole } = await queue.index.behind(fromCursor(after));
  const copies = await loadPage(queue, positions.slice(0, limit).map(({ id }) => id));
  const letters = await lettersOf(making(queue), copies);
  const last = positions[copies.length - 1];
  if (last === undefined || (isWhole && copies.length === positions.length)) return { letters };
  queue.index.remember(last, positions.slice(copies.length));
  return { letters, next: toCursor(last) };
}

/** The letter of each message that was copied last, at the index of its id. */
export async function look(queue: CopyQueue, ids: readonly string[]): Promise<readonly (RawLetter | undefined)[]> {
  return lookFor(ids, making(queue), async (copyIds) => loadAll(queue, copyIds), async (after) => read(queue, after));
}

function making(queue: CopyQueue): LetterMaking {
  const { main, unwrap, names, index } = queue;
  return { limits: main, unwrap, names, notes: index.notes, known: async (ids) => (await mainJobs(queue, ids)).map(toKnownOriginal) };
}
