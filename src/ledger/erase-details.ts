import { and, isNull, sql } from 'drizzle-orm';
import type { LetterId } from '../core/dead-letter.ts';
import { sha256 } from '../core/hash.ts';
import { isJsonObject, type JsonObject, parseJson } from '../core/json.ts';
import { ERASED_DETAIL, ERASING_TYPES, hashOfEvent } from './audit-event.ts';
import { isAmong, type Session } from './database.ts';
import { events } from './schema.ts';

/** True for events whose detail is erased with their letter's content. */
function erasable(ids: readonly LetterId[]) {
  return sql`${isAmong(events.letter, ids)} and not ${isAmong(events.type, ERASING_TYPES)}`;
}

/**
 * What the event that tells of an erasure has to say about events of earlier releases, by letter: their hash covers
 * the detail itself, so that once it is gone nothing could be recomputed. `seals` holds the hash that each of them
 * gets from the hash of its detail.
 */
export async function sealsOf(session: Session, ids: readonly LetterId[]): Promise<ReadonlyMap<LetterId, JsonObject>> {
  const rows = await session.select().from(events).where(and(erasable(ids), isNull(events.detailHash))).orderBy(events.letter, events.sequence);
  const seals = new Map<LetterId, Record<string, string>>();
  for (const row of rows) {
    const detailHash = sha256(row.detailText);
    seals.set(row.letter, { ...seals.get(row.letter), [row.sequence]: hashOfEvent({ ...row, detailHash }) });
  }
  return new Map([...seals].map(([letter, hashes]) => [letter, { seals: hashes }]));
}

/** Reads back what `sealsOf` made part of an event's detail. */
export function sealsIn(detailText: string): readonly (readonly [number, string])[] {
  const detail = parseJson(detailText);
  const seals = isJsonObject(detail) ? detail['seals'] : undefined;
  if (!isJsonObject(seals)) return [];
  return Object.entries(seals).flatMap(([sequence, hash]) => (typeof hash === 'string' ? [[Number(sequence), hash] as const] : []));
}

/** Erases the details of all events of the letters but of those that tell of erasures. The hashes of the details stay. */
export async function eraseDetails(session: Session, ids: readonly LetterId[]): Promise<void> {
  await session
    .update(events)
    .set({
      detailHash: sql`coalesce(${events.detailHash}, encode(sha256(convert_to(${events.detailText}, 'UTF8')), 'hex'))`,
      detailText: ERASED_DETAIL,
    })
    .where(erasable(ids));
}
