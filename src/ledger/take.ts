import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { LetterId } from '../core/dead-letter.ts';
import { HOLD_REASONS, INTENTS } from '../core/outcome.ts';
import type { LetterRecord, TakeRequest } from './contract.ts';
import { isAmong, rowsOf, type Session } from './database.ts';
import { readLetters } from './letter-rows.ts';
import { letters } from './schema.ts';

/** Most bytes of bodies that one call gives out; a single letter may exceed it. */
const MOST_BODY_BYTES = 32 * 1024 * 1024;

/** Leases planned letters that are due. See `Ledger.take`. */
export async function takePlanned(session: Session, request: TakeRequest): Promise<LetterRecord[]> {
  const { queue, lease, ids } = request;
  const now = request.now.toISOString();
  const among = ids === undefined ? sql`true` : isAmong(letters.id, ids);
  const work = sql`
    ${letters.queue} = ${sql.param(queue, letters.queue)} and ${letters.state} = 'planned' and ${among}
    and (${letters.dueAt} is null or ${letters.dueAt} <= ${now}) and ${knownHold()}
    and (${letters.leaseOwner} is null or ${letters.leaseUntil} <= ${now}
      or ${letters.leaseOwner} = ${sql.param(lease.owner, letters.leaseOwner)})`;
  return await leaseLetters(session, request, work, sql`${letters.dueAt} nulls first, ${letters.id}`);
}

/** Leases letters whose replay was begun by somebody who is gone. See `Ledger.takeAbandoned`. */
export async function takeAbandoned(session: Session, request: TakeRequest, exclusive: boolean): Promise<LetterRecord[]> {
  const { queue, lease } = request;
  const work = sql`
    ${letters.queue} = ${sql.param(queue, letters.queue)} and ${letters.state} in ('claimed', 'intent') and ${knownIntent()}
    and (${letters.leaseOwner} is null or ${letters.leaseUntil} <= ${request.now.toISOString()}
      or (${exclusive} and ${letters.leaseOwner} <> ${sql.param(lease.owner, letters.leaseOwner)}))`;
  return await leaseLetters(session, request, work, sql`${letters.leaseUntil} nulls first, ${letters.id}`);
}

/** True for letters that wait for nothing, or for something that this release knows. Others belong to a later one. */
export function knownHold(): SQL {
  return sql`(${letters.hold} is null or ${isAmong(letters.hold, HOLD_REASONS)})`;
}

/** True for letters whose intent this release can finish. One that a release without intents has changed since counts as none. */
function knownIntent(): SQL {
  return sql`(${letters.intent} is null or ${letters.intentSequence} <> ${letters.eventSequence} or ${isAmong(letters.intent, INTENTS)})`;
}

/**
 * Leases the letters that `work` describes in the given order. Rows are locked in that order and not by id, which is
 * safe because SKIP LOCKED never waits.
 */
async function leaseLetters(session: Session, request: TakeRequest, work: SQL, order: SQL): Promise<LetterRecord[]> {
  const { limit, lease } = request;
  const rows = await rowsOf<{ readonly id: LetterId; readonly place: number | string | bigint }>(
    session,
    sql`
      with work as (
        select id, bytes, row_number() over () as place from (
          select id, octet_length(body) + coalesce(octet_length(plan_body), 0) as bytes from ${letters}
          where ${work} order by ${order} limit ${limit} for update of letters skip locked
        ) as locked
      ), counted as (
        select id, place, sum(bytes) over (order by place) as total from work
      )
      update ${letters} set lease_owner = ${sql.param(lease.owner, letters.leaseOwner)}, lease_until = ${lease.until.toISOString()}
      from counted
      where ${letters.id} = counted.id and (counted.place = 1 or counted.total <= ${MOST_BODY_BYTES})
      returning ${letters.id} as id, counted.place as place`,
  );
  const places = new Map(rows.map((row) => [row.id, Number(row.place)]));
  const records = await readLetters(session, [...places.keys()]);
  return records.toSorted((left, right) => (places.get(left.id) ?? 0) - (places.get(right.id) ?? 0));
}

/** Gives back planned letters that an earlier process had leased; for a ledger that nobody else can be using. */
export async function voidLeases(session: Session): Promise<void> {
  await session
    .update(letters)
    .set({ leaseOwner: null, leaseUntil: null })
    .where(and(eq(letters.state, 'planned'), isNotNull(letters.leaseOwner)));
}
