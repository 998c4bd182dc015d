import { and, desc, eq, max, sql } from 'drizzle-orm';
import type { Remedy, RemedyDecision, RemedyState } from '../core/remedy.ts';
import type { Signature } from '../core/signature.ts';
import { insertRows } from './bulk-rows.ts';
import { isAmong, type Session } from './database.ts';
import { present } from './letter-rows.ts';
import { approvals, remedies } from './schema.ts';

/** See `Ledger.remedies`. */
export async function readRemedies(session: Session, signatures?: readonly Signature[]): Promise<Remedy[]> {
  const rows = await session
    .select()
    .from(remedies)
    .where(signatures === undefined ? undefined : isAmong(remedies.signature, signatures))
    .orderBy(desc(remedies.proposedAt), remedies.signature);
  return rows.map(({ proposedAt: _, movedAt: __, ...row }) => present(row) as Remedy);
}

/** See `Ledger.proposeRemedies`. */
export async function proposeRemedies(session: Session, proposed: readonly Remedy[], now: Date): Promise<void> {
  const rows = proposed
    .map((remedy) => ({
      signature: remedy.signature, operations: remedy.operations, origin: remedy.origin, state: remedy.state, proposedAt: now, movedAt: now,
      verdict: remedy.verdict ?? null, model: remedy.model ?? null, promptVersion: remedy.promptVersion ?? null,
      proved: remedy.proved ?? null, tried: remedy.tried ?? null, explanation: remedy.explanation ?? null,
    }))
    .toSorted((left, right) => (left.signature < right.signature ? -1 : 1));
  await insertRows(session, remedies, rows, sql`on conflict do nothing`);
}

/** See `Ledger.decideRemedy`. */
export async function decideRemedy(session: Session, signature: Signature, decision: RemedyDecision, actor: string, now: Date): Promise<'done' | 'nothing-to-do' | 'not-found'> {
  const [remedy] = await session.select().from(remedies).where(eq(remedies.signature, signature)).for('update');
  if (remedy === undefined) return 'not-found';
  const change = CHANGES[decision];
  const isSo = Object.entries(change).every(([name, value]) => (remedy[name as keyof typeof change] ?? false) === value);
  if (isSo && (decision === 'pin' || decision === 'unpin' || remedy.decidedBy !== null)) return 'nothing-to-do';
  await session.update(remedies).set({ ...change, decidedBy: actor, decidedAt: now, movedAt: now }).where(eq(remedies.signature, signature));
  const [last] = await session.select({ sequence: max(approvals.sequence) }).from(approvals).where(eq(approvals.signature, signature));
  await session.insert(approvals).values({ signature, sequence: (last?.sequence ?? 0) + 1, decision, actor, at: now });
  return 'done';
}

/** What each decision makes of a remedy. */
const CHANGES: Readonly<Record<RemedyDecision, { readonly state?: RemedyState; readonly pinned?: boolean }>> = {
  approve: { state: 'trusted' },
  reject: { state: 'revoked', pinned: false },
  pin: { pinned: true },
  unpin: { pinned: false },
};

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
