import { and, eq, isNotNull, ne, sql } from 'drizzle-orm';
import type { LetterId } from '../core/dead-letter.ts';
import type { Signature } from '../core/signature.ts';
import type { BreakerStop } from './contract.ts';
import type { Session } from './database.ts';
import { lockGroups } from './groups.ts';
import { lockLetters } from './letter-changes.ts';
import { groups, letters, remedies } from './schema.ts';

/** Stops a group. See `Ledger.openBreaker`. */
export async function openBreaker(session: Session, signature: Signature, stop: BreakerStop, now: Date): Promise<LetterId[]> {
  return stop.until === undefined ? stopForGood(session, signature, stop, now) : stopForNow(session, signature, stop, now);
}

async function stopForGood(session: Session, signature: Signature, { why, event }: BreakerStop, now: Date): Promise<LetterId[]> {
  const planned = await session
    .select({ id: letters.id })
    .from(letters)
    .where(and(eq(letters.signature, signature), eq(letters.state, 'planned')));
  const changes = await lockLetters(session, planned.map((row) => row.id), now);
  const group = (await lockGroups(session, [signature])).get(signature);
  if (group === undefined || group.breakerOpenedAt !== null) return [];

  const stopped = changes.locked.filter((head) => head.state === 'planned' && head.signature === signature);
  for (const head of stopped) {
    changes.change(head, { state: 'escalated', why, hold: null, dueAt: null, leaseOwner: null, leaseUntil: null }, event);
  }
  await changes.save();
  await setBreaker(session, signature, { breakerOpenedAt: now, breakerUntil: null, breakerOpenings: group.breakerOpenings + 1, breakerWhy: why });
  await session
    .update(remedies)
    .set({ state: 'revoked', movedAt: now })
    .where(and(eq(remedies.signature, signature), ne(remedies.state, 'revoked'), sql`${remedies.pinned} is not true`));
  return stopped.map((head) => head.id);
}

async function stopForNow(session: Session, signature: Signature, { why, until }: BreakerStop, now: Date): Promise<LetterId[]> {
  const group = (await lockGroups(session, [signature])).get(signature);
  const holds = group !== undefined && group.breakerOpenedAt !== null && (group.breakerUntil === null || group.breakerUntil > now);
  if (group === undefined || holds) return [];
  await setBreaker(session, signature, { breakerOpenedAt: now, breakerUntil: until ?? null, breakerOpenings: group.breakerOpenings + 1, breakerWhy: why });
  return [];
}

/** Sets the breaker; what was counted before says nothing of what comes after. */
async function setBreaker(session: Session, signature: Signature, breaker: Partial<typeof groups.$inferInsert>): Promise<void> {
  await session
    .update(groups)
    .set({ ...breaker, recentHealed: 0, recentReturned: 0, healedInARow: 0 })
    .where(eq(groups.signature, signature));
}

/** Lets a group run again. See `Ledger.closeBreaker`. */
export async function closeBreaker(session: Session, signature: Signature): Promise<boolean> {
  const closed = await session
    .update(groups)
    .set({ breakerOpenedAt: null, breakerUntil: null, breakerOpenings: 0, breakerWhy: null, recentHealed: 0, recentReturned: 0, healedInARow: 0 })
    .where(and(eq(groups.signature, signature), isNotNull(groups.breakerOpenedAt)))
    .returning({ signature: groups.signature });
  return closed.length > 0;
}
