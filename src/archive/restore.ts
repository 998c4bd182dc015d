import type { Clock } from '../core/clock.ts';
import type { RawLetter } from '../core/dead-letter.ts';
import { MendqError } from '../core/errors.ts';
import { sha256 } from '../core/hash.ts';
import type { LetterState } from '../core/outcome.ts';
import type { ArchiveReceipt, Ledger, LetterRecord } from '../ledger/contract.ts';
import type { QueueAdapter, RemoveReceipt } from '../queues/contract.ts';
import type { ArchiveStore } from './contract.ts';

/** What restoring works with. */
export interface RestoreContext {
  readonly ledger: Ledger;
  readonly queue: QueueAdapter;
  readonly store: ArchiveStore;
  readonly clock: Clock;
  /** Who restores, as the audit names them. */
  readonly actor: string;
  /** Milliseconds for which the archive keeps letters; for ever where absent. */
  readonly archiveRetention?: number | undefined;
}

/** What became of a restore. */
export type RestoreResult =
  /** The letter is dead in its queue again, byte for byte, and stays parked until a person decides. */
  | { readonly kind: 'restored'; readonly record: LetterRecord }
  | { readonly kind: 'refused'; readonly record: LetterRecord; readonly why: string };

/** Outcomes after which a letter may be gone from its queue without its work being done. */
const RESTORABLE: readonly LetterState[] = ['discarded', 'settled', 'parked', 'escalated', 'superseded', 'returned', 'presumed'];

/** Outcomes that mendq gives without taking the letter out of its queue. */
const UNTOUCHED: readonly LetterState[] = ['escalated', 'superseded', 'returned', 'presumed'];

/**
 * Brings a letter that was removed from its queue back as the dead letter it was. Nothing runs by it, and mendq does
 * not act on it again by itself. Also one that the broker dropped or lost, from the ledger's own bytes where it is not
 * in the archive. Rejects with `MENDQ_E_NOT_FOUND` where there is nothing to restore, and with `MENDQ_E_ARCHIVE` where
 * its archive is missing or was changed.
 */
export async function restore(
  record: LetterRecord,
  context: RestoreContext,
): Promise<RestoreResult> {
  if (record.forgotten === true) return { kind: 'refused', record, why: 'it was forgotten on behalf of the person it was about; its content is gone for good' };
  const { letter, location } = await storedLetter(record, context);
  const now = context.clock.now();
  // The ledger first: a letter that is back in its queue but still "discarded" there would be discarded again.
  const [parked] = await context.ledger.transition(
    [
      {
        id: record.id,
        from: RESTORABLE,
        to: 'parked',
        why: 'restored; a person decides what happens to it',
        outcomeAt: now,
        event: { type: 'restored', actor: context.actor, detail: { location } },
      },
    ],
    now,
  );
  if (parked !== true) return { kind: 'refused', record, why: `it is ${record.state} in the ledger, where nothing has to be brought back` };
  const [put] = await context.queue.restore([letter]);
  const why = whyNotRestored(record, put);
  if (why === undefined) return { kind: 'restored', record };
  await context.ledger.transition(
    [{ id: record.id, from: ['parked'], to: record.state, why: record.why, outcomeAt: now, event: { type: 'finished', actor: context.actor, detail: { outcome: record.state, why: `not restored: ${why}` } } }],
    context.clock.now(),
  );
  return { kind: 'refused', record, why };
}

/** `undefined` where the letter came back. One that never left its queue was not brought back by this. */
function whyNotRestored({ state }: LetterRecord, receipt: RemoveReceipt | undefined): string | undefined {
  if (receipt?.kind === 'done') return receipt.earlier && UNTOUCHED.includes(state) ? 'it is still dead in its queue' : undefined;
  return receipt?.why ?? 'the adapter gave no receipt';
}

/** The letter as the archive has it, else as the ledger has it, and where it was found. */
async function storedLetter(record: LetterRecord, context: RestoreContext): Promise<{ readonly letter: RawLetter; readonly location: string }> {
  const [receipt] = await context.ledger.archived([record.id]);
  if (receipt === undefined) {
    if (RESTORABLE.includes(record.state) && record.stripped !== true) return { letter: record.letter, location: 'the ledger' };
    throw new MendqError('MENDQ_E_NOT_FOUND', `letter ${record.id} is not in the archive`, { hint: 'Only letters that have left their queue can be restored; see `mendq show`.' });
  }
  const archived = await context.store.get(receipt.location, record.id).catch((error: unknown) => {
    throw isOver(receipt, context) ? overError(record, context, error) : error;
  });
  if (sha256(archived.letter.body) === receipt.bodyHash) return { letter: archived.letter, location: receipt.location };
  throw new MendqError('MENDQ_E_ARCHIVE', `the archived body of ${record.id} is not the one that was archived`, {
    hint: 'The archive was changed by someone else. Compare it with a backup before restoring anything from it.',
  });
}

function isOver({ archivedAt }: ArchiveReceipt, { archiveRetention, clock }: RestoreContext): boolean {
  return archiveRetention !== undefined && archivedAt.getTime() < clock.now().getTime() - archiveRetention;
}

function overError({ id }: LetterRecord, { archiveRetention = 0 }: RestoreContext, cause: unknown): MendqError {
  const days = Math.round(archiveRetention / (24 * 60 * 60_000));
  return new MendqError('MENDQ_E_ARCHIVE', `letter ${id} is no longer in the archive, which keeps letters for ${days} days`, {
    hint: 'policy.retention.archive sets how long; what was deleted can only come from a backup.',
    cause,
  });
}
