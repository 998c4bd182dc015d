import { and, count, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { LetterId } from '../core/dead-letter.ts';
import { sha256 } from '../core/hash.ts';
import type { KnownLetter, LetterFilter, LetterRecord, StateCount } from './contract.ts';
import { isAmong, rowsOf, type Session } from './database.ts';
import { present, toLetterRecord, withoutBodies } from './letter-rows.ts';
import { letters } from './schema.ts';
import { knownHold } from './take.ts';

const DEFAULT_LIMIT = 100;

const FINISHED = sql.raw("'healed', 'presumed', 'returned', 'settled', 'discarded', 'superseded'");

/** See `Ledger.known`. */
export async function knownLetters(session: Session, ids: readonly LetterId[]): Promise<KnownLetter[]> {
  const { id, state, revision, strippedAt } = letters;
  const rows = await session.select({ id, state, revision, strippedAt }).from(letters).where(isAmong(id, ids));
  return rows.map((row) => ({ id: row.id, state: row.state, ...present({ revision: row.revision, stripped: row.strippedAt === null ? undefined : (true as const) }) }));
}

/** See `Ledger.list`. */
export async function listLetters(session: Session, filter: LetterFilter): Promise<LetterRecord[]> {
  const { limit = DEFAULT_LIMIT, idempotencyKey } = filter;
  const keyed = idempotencyKey === undefined ? undefined : isAmong(letters.keyHash, await keyHashesOf(session, idempotencyKey));
  const rows = await session
    .select()
    .from(letters)
    .where(and(...conditionsOf(filter), keyed))
    .orderBy(letters.failedAt, letters.id)
    .limit(limit);
  return rows.map(toLetterRecord);
}

/** The hash that a key has in each of the job types that the ledger knows. */
async function keyHashesOf(session: Session, key: string): Promise<string[]> {
  const types = await session.selectDistinct({ queue: letters.queue, name: letters.name }).from(letters);
  return types.map(({ queue, name }) => sha256(queue, name, key));
}

function conditionsOf(filter: LetterFilter): (SQL | undefined)[] {
  const { queue, states, signature, messageId, ids, finishedBefore, diedSince, forgottenFor, after } = filter;
  const later = (id: LetterId) => sql`(${letters.failedAt}, ${letters.id}) > (
    select failed_at, id from ${letters} as previous where previous.id = ${sql.param(id, letters.id)})`;
  return [
    queue === undefined ? undefined : eq(letters.queue, queue),
    states && isAmong(letters.state, states),
    signature === undefined ? undefined : eq(letters.signature, signature),
    messageId === undefined ? undefined : eq(letters.messageHash, sha256(messageId)),
    ids && isAmong(letters.id, ids),
    // As the index `letters_finished` says it, so that it serves.
    finishedBefore && sql`${lt(letters.outcomeAt, finishedBefore)} and stripped_at is null and state in (${FINISHED})`,
    diedSince && gte(letters.failedAt, diedSince),
    forgottenFor === undefined ? undefined : eq(letters.forgottenFor, forgottenFor),
    after === undefined ? undefined : later(after),
  ];
}

/** See `Ledger.inFlight`. */
export async function lettersInFlight(
  session: Session,
  queue: string,
  limit: number,
  after: { readonly replayedAt: Date; readonly id: LetterId } | undefined,
): Promise<LetterRecord[]> {
  const later =
    after &&
    sql`(${letters.replayedAt}, ${letters.id}) > (${sql.param(after.replayedAt, letters.replayedAt)}::timestamptz, ${sql.param(after.id, letters.id)})`;
  const rows = await session
    .select(withoutBodies)
    .from(letters)
    .where(and(eq(letters.queue, queue), eq(letters.state, 'replayed'), later))
    .orderBy(letters.replayedAt, letters.id)
    .limit(limit);
  return rows.map(toLetterRecord);
}

/** See `Ledger.counts`. */
export async function countStates(session: Session, queue: string | undefined): Promise<StateCount[]> {
  const { signature, name, state, hold } = letters;
  const rows = await session
    .select({ queue: letters.queue, signature, name, state, hold, letters: count() })
    .from(letters)
    .where(queue === undefined ? undefined : eq(letters.queue, queue))
    .groupBy(letters.queue, signature, name, state, hold)
    .orderBy(letters.queue, signature, name, state, hold);
  return rows.map((row) => ({ ...row, signature: row.signature ?? undefined, hold: row.hold ?? undefined }));
}

/** See `Ledger.nextDue`. A letter that somebody holds counts when its lease ends, or a caller would wake up in vain. */
export async function nextDue(session: Session): Promise<Date | undefined> {
  const dueAt = sql`greatest(coalesce(${letters.dueAt}, ${letters.decidedAt}), ${letters.leaseUntil})`;
  const [row] = await session.select({ dueAt: sql`min(${dueAt})`.mapWith(letters.dueAt) }).from(letters).where(and(eq(letters.state, 'planned'), knownHold()));
  return row?.dueAt ?? undefined;
}

/** See `Ledger.size`. */
export async function ledgerSize(session: Session): Promise<number> {
  const [row] = await rowsOf<{ readonly bytes: number | string | bigint }>(
    session,
    sql`select coalesce(sum(pg_total_relation_size(oid)), 0) as bytes from pg_catalog.pg_class
      where relkind = 'r' and relnamespace = (select oid from pg_catalog.pg_namespace where nspname = 'mendq')`,
  );
  return Number(row?.bytes ?? 0);
}
