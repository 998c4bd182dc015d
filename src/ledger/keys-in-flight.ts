import { and } from 'drizzle-orm';
import type { LetterId } from '../core/dead-letter.ts';
import { IN_FLIGHT_STATES, type LetterState } from '../core/outcome.ts';
import { isAmong, lockName, type Session } from './database.ts';
import type { LetterHead } from './letter-changes.ts';
import { letters } from './schema.ts';

/** Which idempotency keys are taken by a letter in flight. */
export interface KeysInFlight {
  /** True where another letter with the key of this one is in flight. */
  isTaken(head: LetterHead): boolean;
  /** Notes that this letter is in flight from now on. */
  take(head: LetterHead): void;
}

/**
 * Looks up the keys of these letters. The queues must be locked by `lockClaims`, so that no key is taken meanwhile.
 * A key that is given up in the same transaction stays taken until it commits, because the unique index, checked
 * row by row, might see the new holder first.
 */
export async function keysInFlight(session: Session, heads: readonly LetterHead[]): Promise<KeysInFlight> {
  const hashes = new Set(heads.flatMap((head) => head.keyHash ?? []));
  const holders = new Map<string, LetterId>();
  if (hashes.size > 0) {
    const rows = await session
      .select({ id: letters.id, keyHash: letters.keyHash })
      .from(letters)
      .where(and(isAmong(letters.keyHash, [...hashes]), isAmong(letters.state, IN_FLIGHT_STATES)));
    for (const row of rows) if (row.keyHash !== null) holders.set(row.keyHash, row.id);
  }
  return {
    isTaken: ({ id, keyHash }) => keyHash !== null && (holders.get(keyHash) ?? id) !== id,
    take: ({ id, keyHash }) => {
      if (keyHash !== null) holders.set(keyHash, id);
    },
  };
}

/** Keeps others from bringing letters of this queue into flight until this transaction ends. Comes before any lock on a row. */
export async function lockClaims(session: Session, queue: string): Promise<void> {
  await lockName(session, 'claim', queue);
}

/** True where a replay of the letter may be under way. */
export function isInFlight(state: LetterState): boolean {
  return IN_FLIGHT_STATES.some((inFlight) => inFlight === state);
}
