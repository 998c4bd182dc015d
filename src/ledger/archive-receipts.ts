import { sql } from 'drizzle-orm';
import type { LetterId } from '../core/dead-letter.ts';
import { insertRows } from './bulk-rows.ts';
import type { ArchiveReceipt } from './contract.ts';
import { isAmong, type Session } from './database.ts';
import { archive } from './schema.ts';

/** See `Ledger.noteArchived`. */
export async function noteArchived(session: Session, receipts: readonly ArchiveReceipt[]): Promise<void> {
  const rows = receipts.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  await insertRows(session, archive, rows, sql`on conflict do nothing`);
}

/** See `Ledger.archived`. */
export async function readArchived(session: Session, ids: readonly LetterId[]): Promise<ArchiveReceipt[]> {
  return await session.select().from(archive).where(isAmong(archive.id, ids));
}
