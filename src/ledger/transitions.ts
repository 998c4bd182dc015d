import type { LetterId } from '../core/dead-letter.ts';
import type { Lease, Transition } from './contract.ts';
import { isAmong, type Session } from './database.ts';
import { isInFlight, type KeysInFlight, keysInFlight, lockClaims } from './keys-in-flight.ts';
import { type HeadPatch, isFinal, type LetterHead, lockLetters } from './letter-changes.ts';
import { letters } from './schema.ts';

/** Applies compare-and-set changes in their order. See `Ledger.transition`. */
export async function transitionLetters(session: Session, transitions: readonly Transition[], now: Date): Promise<boolean[]> {
  const departures = transitions.filter(departs);
  await lockQueuesOf(session, departures.map((transition) => transition.id));
  const changes = await lockLetters(session, transitions.map((transition) => transition.id), now);
  const keys = await keysInFlight(session, departures.flatMap((transition) => changes.head(transition.id) ?? []));

  const applied = transitions.map((transition) => {
    const head = changes.head(transition.id);
    if (head === undefined || !mayApply(head, transition, keys)) return false;
    if (isInFlight(transition.to)) keys.take(head);
    changes.change(head, patchOf(head, transition, now), transition.event);
    return true;
  });
  await changes.save();
  return applied;
}

/** True where the change may bring a letter into flight, as only claims do otherwise. */
function departs({ from, to }: Transition): boolean {
  return isInFlight(to) && from.some((state) => !isInFlight(state));
}

async function lockQueuesOf(session: Session, ids: readonly LetterId[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await session.selectDistinct({ queue: letters.queue }).from(letters).where(isAmong(letters.id, ids));
  for (const queue of rows.map((row) => row.queue).toSorted()) await lockClaims(session, queue);
}

function mayApply(head: LetterHead, { from, to, owner }: Transition, keys: KeysInFlight): boolean {
  if (!from.includes(head.state)) return false;
  if (owner !== undefined && head.leaseOwner !== owner) return false;
  if (head.strippedAt !== null && !isFinal(to)) return false;
  return isInFlight(head.state) || !isInFlight(to) || !keys.isTaken(head);
}

function patchOf(head: LetterHead, transition: Transition, now: Date): HeadPatch {
  const { to, why = head.why, hold = head.hold, dueAt = head.dueAt, outcomeAt = head.outcomeAt } = transition;
  const { replayId = head.replayId, replayedAt = head.replayedAt } = transition;
  const lease = isFinal(to) ? null : transition.lease;
  return {
    ...{ state: to, why, hold, dueAt, replayId, outcomeAt },
    ...intentColumns(head, transition),
    // Replays are followed in the order of their time, so that each needs one.
    replayedAt: to === 'replayed' ? (replayedAt ?? now) : replayedAt,
    ...(lease === undefined ? {} : leaseColumns(lease)),
  };
}

function intentColumns(head: LetterHead, { to, intent }: Transition): HeadPatch {
  const given = to === 'intent' ? intent : undefined;
  return given === undefined ? { intent: null, intentSequence: null } : { intent: given, intentSequence: head.eventSequence + 1 };
}

function leaseColumns(lease: Lease | null): HeadPatch {
  return { leaseOwner: lease?.owner ?? null, leaseUntil: lease?.until ?? null };
}
