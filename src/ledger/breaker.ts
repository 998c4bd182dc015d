import { and, eq, isNotNull, ne } from 'drizzle-orm';
import type { LetterId } from '../core/dead-letter.ts';
import type { Signature } from '../core/signature.ts';
import type { AuditEventDraft } from './audit-event.ts';
import type { Session } from './database.ts';
import { lockGroups } from './groups.ts';
import { lockLetters } from './letter-changes.ts';
import { groups, letters, remedies } from './schema.ts';

/** Stops a group. See `Ledger.openBreaker`. */
export async function openBreaker(
  session: Session,
  signature: Signature,
  why: string,
  event: AuditEventDraft,
  now: Date,
): Promise<LetterId[]> {
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
  await session.update(groups).set({ breakerOpenedAt: now, breakerWhy: why }).where(eq(groups.signature, signature));
  await session
    .update(remedies)
    .set({ state: 'revoked', movedAt: now })
    .where(and(eq(remedies.signature, signature), ne(remedies.state, 'revoked')));
  return stopped.map((head) => head.id);
}

/** Lets a group run again. See `Ledger.closeBreaker`. */
export async function closeBreaker(session: Session, signature: Signature): Promise<boolean> {
  const closed = await session
    .update(groups)
    .set({ breakerOpenedAt: null, breakerWhy: null })
    .where(and(eq(groups.signature, signature), isNotNull(groups.breakerOpenedAt)))
    .returning({ signature: groups.signature });
  return closed.length > 0;
}
