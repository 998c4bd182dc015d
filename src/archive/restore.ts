import type { Clock } from '../core/clock.ts';
import { MendqError } from '../core/errors.ts';
import { sha256 } from '../core/hash.ts';
import type { Ledger, LetterRecord } from '../ledger/contract.ts';
import type { QueueAdapter } from '../queues/contract.ts';
import type { ArchiveStore } from './contract.ts';

/** What became of a restore. */
export type RestoreResult =
  /** The letter is dead in its queue again, byte for byte, and stays parked until a person decides. */
  | { readonly kind: 'restored'; readonly record: LetterRecord }
  | { readonly kind: 'refused'; readonly record: LetterRecord; readonly why: string };

/**
 * Brings a letter that was removed from its queue back as the dead letter it was. Nothing runs by it, and mendq does
 * not act on it again by itself. Rejects with `MENDQ_E_NOT_FOUND` where the letter was never archived, and with
 * `MENDQ_E_ARCHIVE` where its archive is missing or was changed.
 */
export async function restore(
  record: LetterRecord,
  context: { readonly ledger: Ledger; readonly queue: QueueAdapter; readonly store: ArchiveStore; readonly clock: Clock; readonly actor: string },
): Promise<RestoreResult> {
  const [receipt] = await context.ledger.archived([record.id]);
  if (receipt === undefined) {
    throw new MendqError('MENDQ_E_NOT_FOUND', `letter ${record.id} is not in the archive`, { hint: 'Only discarded and settled letters are archived; see `mendq show`.' });
  }
  const archived = await context.store.get(receipt.location, record.id);
  if (sha256(archived.letter.body) !== receipt.bodyHash) {
    throw new MendqError('MENDQ_E_ARCHIVE', `the archived body of ${record.id} is not the one that was archived`, {
      hint: 'The archive was changed by someone else. Compare it with a backup before restoring anything from it.',
    });
  }
  const now = context.clock.now();
  // The ledger first: a letter that is back in its queue but still "discarded" there would be discarded again.
  const [parked] = await context.ledger.transition(
    [
      {
        id: record.id,
        from: ['discarded', 'settled', 'parked'],
        to: 'parked',
        why: 'restored from the archive; a person decides what happens to it',
        outcomeAt: now,
        event: { type: 'restored', actor: context.actor, detail: { location: receipt.location } },
      },
    ],
    now,
  );
  if (parked !== true) return { kind: 'refused', record, why: `it is ${record.state} in the ledger, not discarded or settled` };
  const [put] = await context.queue.restore([archived.letter]);
  if (put?.kind === 'done') return { kind: 'restored', record };
  const why = put?.why ?? 'the adapter gave no receipt';
  await context.ledger.transition(
    [{ id: record.id, from: ['parked'], to: record.state, why: record.why, outcomeAt: now, event: { type: 'finished', actor: context.actor, detail: { outcome: record.state, why: `not restored: ${why}` } } }],
    context.clock.now(),
  );
  return { kind: 'refused', record, why };
}
