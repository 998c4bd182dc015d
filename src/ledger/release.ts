import { and, eq, or } from 'drizzle-orm';
import type { LetterId } from '../core/dead-letter.ts';
import type { HoldReason } from '../core/outcome.ts';
import { isAmong, type Session } from './database.ts';
import { lockLetters } from './letter-changes.ts';
import { letters } from './schema.ts';

/** Makes letters due that waited for others to finish. See `Ledger.release`. */
export async function releaseLetters(
  session: Session,
  finished: readonly LetterId[],
  reasons: readonly HoldReason[],
  now: Date,
): Promise<number> {
  return await letGo(session, await waitingFor(session, finished, reasons), reasons, now);
}

/** Makes letters due whatever group they belong to. See `Ledger.wake`. */
export async function wakeLetters(session: Session, reasons: readonly HoldReason[], now: Date): Promise<number> {
  const rows = await session.select({ id: letters.id }).from(letters).where(and(eq(letters.state, 'planned'), isAmong(letters.hold, reasons)));
  return await letGo(session, rows.map((row) => row.id), reasons, now);
}

async function letGo(session: Session, ids: readonly LetterId[], reasons: readonly HoldReason[], now: Date): Promise<number> {
  if (ids.length === 0) return 0;
  const changes = await lockLetters(session, ids, now);
  let released = 0;
  for (const head of changes.locked) {
    if (head.state !== 'planned' || head.hold === null || !reasons.includes(head.hold)) continue;
    changes.change(head, { hold: null, dueAt: now }, { type: 'released', actor: 'mendq', detail: { held: head.hold } });
    released += 1;
  }
  await changes.save();
  return released;
}

async function waitingFor(session: Session, finished: readonly LetterId[], reasons: readonly HoldReason[]): Promise<LetterId[]> {
  const done = await session
    .selectDistinct({ signature: letters.signature, keyHash: letters.keyHash })
    .from(letters)
    .where(isAmong(letters.id, finished));
  const signatures = [...new Set(done.flatMap(({ signature }) => signature ?? []))];
  const keyHashes = [...new Set(done.flatMap(({ keyHash }) => keyHash ?? []))];
  const related = or(isAmong(letters.signature, signatures), isAmong(letters.keyHash, keyHashes));
  const rows = await session
    .select({ id: letters.id })
    .from(letters)
    .where(and(eq(letters.state, 'planned'), isAmong(letters.hold, reasons), related));
  return rows.map((row) => row.id);
}
