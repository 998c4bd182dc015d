import { and, eq, ne } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { LetterId } from '../core/dead-letter.ts';
import { isAmong, type Session } from './database.ts';
import { letters } from './schema.ts';

/** See `Ledger.doneElsewhere`. */
export async function doneElsewhere(session: Session, ids: readonly LetterId[]): Promise<LetterId[]> {
  const other = alias(letters, 'other');
  const rows = await session
    .selectDistinct({ id: letters.id })
    .from(letters)
    .innerJoin(other, and(eq(other.keyHash, letters.keyHash), ne(other.id, letters.id)))
    .where(and(isAmong(letters.id, ids), isAmong(other.state, ['healed', 'presumed'])));
  return rows.map(({ id }) => id);
}
