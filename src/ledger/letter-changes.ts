import type { LetterId } from '../core/dead-letter.ts';
import { FINAL_STATES, type LetterState } from '../core/outcome.ts';
import { type EventRow, linkEvent } from './audit.ts';
import type { AuditEventDraft } from './audit-event.ts';
import { insertRows, updateRows } from './bulk-rows.ts';
import { isAmong, type Session } from './database.ts';
import { countMoves, type Move } from './groups.ts';
import type { LetterRow } from './letter-rows.ts';
import { events, letters } from './schema.ts';

const CHANGING = {
  state: letters.state,
  why: letters.why,
  hold: letters.hold,
  dueAt: letters.dueAt,
  intent: letters.intent,
  intentSequence: letters.intentSequence,
  replayId: letters.replayId,
  replayedAt: letters.replayedAt,
  outcomeAt: letters.outcomeAt,
  leaseOwner: letters.leaseOwner,
  leaseUntil: letters.leaseUntil,
  strippedAt: letters.strippedAt,
  forgottenFor: letters.forgottenFor,
  signature: letters.signature,
  earlierSignatures: letters.earlierSignatures,
  eventSequence: letters.eventSequence,
  eventHash: letters.eventHash,
};
const FIXED = { id: letters.id, queue: letters.queue, name: letters.name, round: letters.round, keyHash: letters.keyHash };

/** Where a letter stands: its row without what was read from the broker and without its plan. */
export type LetterHead = Pick<LetterRow, keyof typeof CHANGING | keyof typeof FIXED>;

/** What a change may set. The chain of events moves by itself. */
export type HeadPatch = Partial<Omit<LetterHead, 'eventSequence' | 'eventHash' | keyof typeof FIXED>>;

/**
 * Letters that one transaction holds locked, with the changes it makes to them. Changes are worked out in memory,
 * each seeing those before it, and written by `save` with their events and group counters in a few statements.
 */
export interface LetterChanges {
  /** The locked letters as they stood, in the order of their ids. */
  readonly locked: readonly LetterHead[];
  /** The letter as it stands after the changes so far; `undefined` where it is unknown. */
  head(id: LetterId): LetterHead | undefined;
  /** Changes one letter and adds the event to its chain. */
  change(head: LetterHead, patch: HeadPatch, event: AuditEventDraft): void;
  /** Takes up a letter that this transaction inserts, with its first event. */
  add(head: LetterHead, event: AuditEventDraft): void;
  /** Writes what has changed of the locked letters, and the events of all. `extra` gives further columns of each changed letter, the same ones for all. */
  save<Extra extends Partial<LetterRow>>(extra?: (id: LetterId) => Extra): Promise<void>;
}

/** Locks letters in the order of their ids, which every transaction keeps, so that none waits for another in a circle. */
export async function lockLetters(session: Session, ids: readonly LetterId[], now: Date): Promise<LetterChanges> {
  const rows = await session
    .select({ ...FIXED, ...CHANGING })
    .from(letters)
    .where(isAmong(letters.id, ids))
    .orderBy(letters.id)
    .for('update');
  return letterChanges(session, rows, now);
}

function letterChanges(session: Session, locked: readonly LetterHead[], now: Date): LetterChanges {
  const before = new Map(locked.map((head) => [head.id, head]));
  const after = new Map<LetterId, LetterHead>();
  const written: EventRow[] = [];
  const moves: Move[] = [];

  const change = (head: LetterHead, patch: HeadPatch, draft: AuditEventDraft): void => {
    const event = linkEvent(head, draft, now);
    written.push(event);
    const changed = { ...head, ...patch, eventSequence: event.sequence, eventHash: event.hash };
    after.set(head.id, changed);
    moves.push({ before: head, after: changed });
  };

  return {
    locked,
    head: (id) => after.get(id) ?? before.get(id),
    change,
    add: (head, event) => change(head, {}, event),
    async save(extra) {
      const changed = [...after.values()].filter((head) => before.has(head.id));
      await updateRows(session, letters, 'id', changed.map((head) => ({ ...withoutFixed(head), ...extra?.(head.id) })));
      await insertRows(session, events, written);
      await countMoves(session, moves, now);
    },
  };
}

function withoutFixed(head: LetterHead): Partial<LetterRow> {
  const { queue: _queue, name: _name, round: _round, keyHash: _keyHash, ...columns } = head;
  return columns;
}

/** True where nothing more happens to a letter by itself. */
export function isFinal(state: LetterState): boolean {
  return FINAL_STATES.some((final) => final === state);
}
