import type { Clock } from '../core/clock.ts';
import { sha256 } from '../core/hash.ts';
import type { JsonObject } from '../core/json.ts';
import type { AuditEvent } from '../ledger/audit-event.ts';
import type { Ledger, LetterRecord } from '../ledger/contract.ts';
import type { ArchivedLetter, ArchiveStore } from './contract.ts';

/**
 * Writes finished letters to cold storage with what happened to them, and notes where. Letters that are there already
 * are passed over. Rejects with `MENDQ_E_ARCHIVE` where it can't be written; then nothing may be emptied.
 */
export async function archiveFinished(records: readonly LetterRecord[], context: { readonly ledger: Ledger; readonly store: ArchiveStore; readonly clock: Clock }): Promise<void> {
  const { ledger, store, clock } = context;
  const known = new Set((await ledger.archived(records.map(({ id }) => id))).map(({ id }) => id));
  const archivedAt = clock.now();
  const letters = await Promise.all(
    records.filter(({ id }) => !known.has(id)).map(async ({ id, letter, decision }): Promise<ArchivedLetter> => {
      const events = (await ledger.events(id)).map(toJson);
      return { id, letter, archivedAt, events, ...(decision === undefined ? {} : { diagnosis: decision.diagnosis }) };
    }),
  );
  if (letters.length === 0) return;
  const locations = await store.put(letters);
  await ledger.noteArchived(letters.map(({ id, letter }, index) => ({ id, location: locations[index] ?? '', bodyHash: sha256(letter.body), archivedAt })));
}

function toJson({ at, sequence, type, actor, detail, previousHash, hash }: AuditEvent): JsonObject {
  return { sequence, at: at.toISOString(), type, actor, detail, previousHash, hash };
}
