import { eq } from 'drizzle-orm';
import type { LetterId } from '../core/dead-letter.ts';
import { sha256 } from '../core/hash.ts';
import type { JsonObject } from '../core/json.ts';
import { type AuditEvent, type AuditEventDraft, hashOfEvent, isErased } from './audit-event.ts';
import type { Session } from './database.ts';
import { events } from './schema.ts';

/** An event as its table holds it. */
export type EventRow = typeof events.$inferSelect;

/** The last event of a letter's chain, kept on the letter. */
export interface ChainHead {
  readonly id: LetterId;
  readonly eventSequence: number;
  readonly eventHash: string;
}

/** Links an event to a chain. The letter must be locked, so that nobody else adds to it meanwhile. */
export function linkEvent(head: ChainHead, draft: AuditEventDraft, at: Date): EventRow {
  const detailText = JSON.stringify(draft.detail);
  const event = {
    letter: head.id,
    sequence: head.eventSequence + 1,
    at,
    type: draft.type,
    actor: draft.actor,
    detailText,
    detailHash: sha256(detailText),
    previousHash: head.eventHash,
  };
  return { ...event, hash: hashOfEvent(event) };
}

/** The events of one letter, oldest first. */
export async function readEvents(session: Session, letter: LetterId): Promise<AuditEvent[]> {
  const rows = await session.select().from(events).where(eq(events.letter, letter)).orderBy(events.sequence);
  return rows.map(({ detailText, detailHash, ...event }) => ({
    ...event,
    detail: JSON.parse(detailText) as JsonObject,
    ...(isErased({ detailText, detailHash }) ? { erased: true as const } : {}),
  }));
}
