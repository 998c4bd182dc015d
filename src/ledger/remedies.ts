import { and, eq, sql } from 'drizzle-orm';
import type { Remedy, RemedyState } from '../core/remedy.ts';
import type { Signature } from '../core/signature.ts';
import { insertRows } from './bulk-rows.ts';
import { isAmong, type Session } from './database.ts';
import { remedies } from './schema.ts';

/** See `Ledger.remedies`. */
export async function readRemedies(session: Session, signatures: readonly Signature[]): Promise<Remedy[]> {
  const { signature, operations, origin, state } = remedies;
  return await session.select({ signature, operations, origin, state }).from(remedies).where(isAmong(signature, signatures));
}

/** See `Ledger.proposeRemedies`. */
export async function proposeRemedies(session: Session, proposed: readonly Remedy[], now: Date): Promise<void> {
  const rows = proposed
    .map(({ signature, operations, origin, state }) => ({ signature, operations, origin, state, proposedAt: now, movedAt: now }))
    .toSorted((left, right) => (left.signature < right.signature ? -1 : 1));
  await insertRows(session, remedies, rows, sql`on conflict do nothing`);
}

/** See `Ledger.moveRemedy`. */
export async function moveRemedy(
  session: Session,
  signature: Signature,
  from: RemedyState,
  to: RemedyState,
  now: Date,
): Promise<boolean> {
  const moved = await session
    .update(remedies)
    .set({ state: to, movedAt: now })
    .where(and(eq(remedies.signature, signature), eq(remedies.state, from)))
    .returning({ signature: remedies.signature });
  return moved.length > 0;
}
