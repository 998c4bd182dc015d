import type { RawLetter } from '../../../core/dead-letter.ts';
import type { Cursor, Page } from '../../contract.ts';
import { fromCursor, toCursor } from '../cursor.ts';
import { fitting, PAGE_LETTERS } from '../page-size.ts';
import { columnList, toRawLetter } from './job-row.ts';
import type { PostgresQueue } from './postgres-queue.ts';
import { withFailedChildren } from './relatives.ts';
import { query } from './transaction.ts';

/** A failed job before its body is loaded. */
interface Entry {
  readonly id: string;
  readonly finishedOn: string;
  readonly bytes: number;
}

/** A page of failed jobs, by when they died and then by id. Sizes are asked for first, so that a page stays bounded. */
export async function read(queue: PostgresQueue, after?: Cursor, limit: number = PAGE_LETTERS): Promise<Page> {
  const position = fromCursor(after);
  const entries = await entriesAfter(queue, position?.finishedOn ?? '-1', position?.id ?? '', limit);
  const taken = entries.slice(0, fitting(entries.map(({ bytes }) => bytes)));
  const found = await lettersOf(queue, taken.map(({ id }) => id));
  const letters = taken.flatMap(({ id, finishedOn }) => {
    const letter = found.get(id);
    // Retried and dead again in between: its place is further on.
    return letter === undefined || letter.headers['finished_at_ms'] !== finishedOn ? [] : [letter];
  });
  const last = taken.at(-1);
  const isLast = entries.length < limit && taken.length === entries.length;
  return { letters, ...(isLast || last === undefined ? {} : { next: toCursor(last) }) };
}

/** The present dead letter of each id, at its index. */
export async function look(queue: PostgresQueue, ids: readonly string[]): Promise<readonly (RawLetter | undefined)[]> {
  const found = await lettersOf(queue, ids);
  return ids.map((id) => found.get(id));
}

async function entriesAfter(queue: PostgresQueue, finishedOn: string, id: string, limit: number): Promise<readonly Entry[]> {
  const rows = await query(queue.pool, queue.place, `
    SELECT id, finished_at_ms::text AS "finishedOn",
           CASE WHEN octet_length(data::text) > $5 THEN 0 ELSE octet_length(data::text) END + COALESCE(octet_length(stacktrace::text), 0) AS bytes
      FROM ${queue.schema}.job
     WHERE queue = $1 AND state = 'failed' AND finished_at_ms >= $2::bigint
       AND (finished_at_ms > $2::bigint OR id COLLATE "C" > $3)
     ORDER BY finished_at_ms, id COLLATE "C" LIMIT $4`, [queue.name, finishedOn, id, limit, queue.payloadBytes]);
  return rows.map((row) => ({ id: String(row['id']), finishedOn: String(row['finishedOn']), bytes: Number(row['bytes']) }));
}

async function lettersOf(queue: PostgresQueue, ids: readonly string[]): Promise<ReadonlyMap<string, RawLetter>> {
  if (ids.length === 0) return new Map();
  const rows = await query(queue.pool, queue.place, `
    SELECT ${columnList(queue)} FROM ${queue.schema}.job j WHERE j.queue = $1 AND j.state = 'failed' AND j.id = ANY($2::text[])`, [queue.name, ids]);
  const letters = await withFailedChildren(queue, rows.map((row) => toRawLetter(row, queue.name)));
  return new Map(letters.map((letter) => [letter.messageId, letter]));
}
