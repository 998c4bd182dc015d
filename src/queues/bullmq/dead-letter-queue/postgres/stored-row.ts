import type { Json } from '../../../../core/json.ts';
import { toEpoch, toMoment } from '../../epoch.ts';
import { columnList } from '../../postgres/job-row.ts';
import type { PgClientLike } from '../../postgres/pg-pool.ts';
import { stackList } from '../../stack-list.ts';
import { COPY_HEADERS } from '../copy-headers.ts';
import type { KnownOriginal, StoredCopy } from '../stored-copy.ts';
import { WRAPPER_BYTES } from '../wrapper-bytes.ts';
import { UNTAKEN, type CopyQueue } from './copy-queue.ts';

type Row = Readonly<Record<string, unknown>>;

/** Whatever runs one statement: the pool, or the client of a transaction. */
export type Statement = (text: string, values: unknown[]) => Promise<readonly Row[]>;

/** Statements in the transaction of a client. */
export function statementsOf(client: PgClientLike): Statement {
  return async (text, values) => (await client.query(text, values)).rows;
}

/** The copies with these ids that no worker has taken, by id. */
export async function storedCopies({ copies }: CopyQueue, run: Statement, ids: readonly string[]): Promise<ReadonlyMap<string, StoredCopy>> {
  const columns = columnList({ ...copies, payloadBytes: copies.payloadBytes + WRAPPER_BYTES });
  const rows = await run(`SELECT ${columns} FROM ${copies.schema}.job j WHERE j.queue = $1 AND j.state IN ${UNTAKEN} AND j.id = ANY($2::text[])`, [copies.name, ids]);
  return new Map(rows.map((row) => [String(row['id']), toStoredCopy(row)]));
}

function toStoredCopy(row: Row): StoredCopy {
  const { data, mendq_bytes: bytes, ...columns } = row;
  const text = (name: string): string => (typeof columns[name] === 'string' ? columns[name] : '');
  return {
    id: text('id'),
    name: text('name'),
    epoch: toEpoch({ timestamp: text('added_at_ms'), attemptsStarted: text('attempts_started'), finishedOn: text('finished_at_ms') }),
    timestamp: text('added_at_ms'),
    data: Buffer.from(typeof data === 'string' ? data : '', 'utf8'),
    ...(typeof data === 'string' ? {} : { oversize: Number(bytes) }),
    options: text('opts'),
    headers: { ...(columns as Record<string, Json>), ...(typeof data === 'string' ? { [COPY_HEADERS.data]: data } : {}) },
  };
}

/** What the main queue knows of jobs, each at the index of its id. */
export async function knownOriginals({ main }: CopyQueue, run: Statement, ids: readonly (string | undefined)[]): Promise<readonly (KnownOriginal | undefined)[]> {
  const asked = [...new Set(ids.filter((id) => id !== undefined))];
  if (asked.length === 0) return ids.map(() => undefined);
  const rows = await run(`
    SELECT id, name, state::text AS state, data::text AS data, failed_reason, stacktrace::text AS stacktrace, attempts_made::text AS made, finished_at_ms::text AS finished
      FROM ${main.schema}.job WHERE queue = $1 AND id = ANY($2::text[])`, [main.name, asked]);
  const known = new Map(rows.map((row) => [String(row['id']), toKnownOriginal(row)]));
  return ids.map((id) => (id === undefined ? undefined : known.get(id)));
}

function toKnownOriginal(row: Row): KnownOriginal {
  const text = (name: string): string => (typeof row[name] === 'string' ? row[name] : '');
  const failedAt = toMoment(text('finished'));
  return {
    name: text('name'),
    isFailed: row['state'] === 'failed',
    data: text('data'),
    reason: text('failed_reason'),
    stack: stackList(text('stacktrace')),
    attempts: Number(text('made')) || 0,
    ...(failedAt === undefined ? {} : { failedAt }),
  };
}
