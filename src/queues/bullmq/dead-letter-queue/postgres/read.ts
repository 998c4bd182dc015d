import type { RawLetter } from '../../../../core/dead-letter.ts';
import type { Cursor, Page } from '../../../contract.ts';
import { fromCursor, toCursor } from '../../cursor.ts';
import { fitting, PAGE_LETTERS } from '../../page-size.ts';
import { query } from '../../postgres/transaction.ts';
import { lettersOf, lookFor, type LetterMaking } from '../letters-of.ts';
import { UNTAKEN, type CopyQueue } from './copy-queue.ts';
import { knownOriginals, storedCopies, type Statement } from './stored-row.ts';

/** A page of the copies, in the order in which they were added. Copies of other queues' jobs are left out. */
export async function read(queue: CopyQueue, after?: Cursor, limit: number = PAGE_LETTERS): Promise<Page> {
  const { copies } = queue;
  if (after === undefined) queue.notes.keep(() => false);
  const position = fromCursor(after);
  const rows = await query(copies.pool, copies.place, `
    SELECT j.id, j.added_at_ms::text AS added, octet_length(j.data::text) AS bytes FROM ${copies.schema}.job j
     WHERE j.queue = $1 AND j.state IN ${UNTAKEN} AND (j.added_at_ms, j.id COLLATE "C") > ($2::bigint, $3::text COLLATE "C")
     ORDER BY j.added_at_ms, j.id COLLATE "C" LIMIT $4`, [copies.name, position?.finishedOn ?? '-1', position?.id ?? '', limit]);
  const taken = rows.slice(0, fitting(rows.map((row) => Number(row['bytes']))));
  const ids = taken.map((row) => String(row['id']));
  const stored = await storedCopies(queue, statements(queue), ids);
  const letters = await lettersOf(making(queue), ids.map((id) => stored.get(id)));
  const last = taken.at(-1);
  const isLast = rows.length < limit && taken.length === rows.length;
  return { letters, ...(isLast || last === undefined ? {} : { next: toCursor({ finishedOn: String(last['added']), id: String(last['id']) }) }) };
}

/** The letter of each message that was copied last, at the index of its id. */
export async function look(queue: CopyQueue, ids: readonly string[]): Promise<readonly (RawLetter | undefined)[]> {
  const load = async (copyIds: readonly string[]) => {
    const stored = await storedCopies(queue, statements(queue), copyIds);
    return copyIds.map((id) => stored.get(id));
  };
  return lookFor(ids, making(queue), load, async (after) => read(queue, after));
}

function making(queue: CopyQueue): LetterMaking {
  const { main, unwrap, names, notes } = queue;
  return { limits: main, unwrap, names, notes, known: async (ids) => knownOriginals(queue, statements(queue), ids) };
}

function statements({ main }: CopyQueue): Statement {
  return async (text, values) => query(main.pool, main.place, text, values);
}
