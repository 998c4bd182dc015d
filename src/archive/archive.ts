import type { Clock } from '../core/clock.ts';
import { sha256 } from '../core/hash.ts';
import type { LetterSource } from '../core/job-type.ts';
import type { Outcome } from '../core/outcome.ts';
import type { Policy } from '../core/policy.ts';
import type { RedactorFor } from '../core/redactor.ts';
import type { BlocklistEntry, Ledger, LetterRecord, Lease, Transition } from '../ledger/contract.ts';
import type { QueueAdapter, RemoveReceipt } from '../queues/contract.ts';
import { entryFor } from './blocklist.ts';
import type { ArchivedLetter, ArchiveStore } from './contract.ts';

export { archiveFinished } from './finished.ts';
export { folderArchive } from './folder.ts';
export { restore, type RestoreResult } from './restore.ts';

/** What archiving works with. */
export interface ArchiveContext {
  readonly ledger: Ledger;
  readonly queue: QueueAdapter;
  readonly store: ArchiveStore;
  readonly sourceOf: (record: LetterRecord) => LetterSource | undefined;
  /** Hides what the audit may not tell of a letter: its source may be a value of the payload. */
  readonly redactorFor: RedactorFor;
  readonly policy: Policy;
  readonly lease: Lease;
  readonly clock: Clock;
}

/** A letter that is to leave its queue without being replayed. */
export interface Removal {
  readonly record: LetterRecord;
  readonly why: string;
}

/** A letter after it left its queue, or was found to be no longer there. */
export interface RemovedLetter extends Removal {
  readonly state: Extract<Outcome, 'settled' | 'discarded' | 'superseded' | 'escalated'>;
  readonly location: string;
  readonly blocked?: BlocklistEntry;
}

/**
 * Takes claimed letters out of their queue: cold storage first, then the intent, then the removal, then the receipt.
 * Rejects where the archive can't be written (nothing was removed) or the broker can't be reached (`removeAgain` finishes).
 */
export async function archive(removals: readonly Removal[], context: ArchiveContext): Promise<readonly RemovedLetter[]> {
  if (removals.length === 0) return [];
  const locations = await store(removals, context);
  const intents = removals.map(
    ({ record, why }, index): Transition => ({
      id: record.id,
      from: ['claimed'],
      to: 'intent',
      owner: context.lease.owner,
      intent: 'remove',
      why,
      event: { type: 'archived', actor: 'mendq', detail: { location: locations[index] ?? '', bodyHash: sha256(record.letter.body), why } },
    }),
  );
  const applied = await context.ledger.transition(intents, context.clock.now());
  return remove(
    removals.flatMap((removal, index) => (applied[index] === true ? [{ ...removal, location: locations[index] ?? '' }] : [])),
    context,
  );
}

/** Finishes removals whose intent is recorded but whose receipt is not. Archiving and removing again does no harm. */
export async function removeAgain(records: readonly LetterRecord[], context: ArchiveContext): Promise<readonly RemovedLetter[]> {
  const removals = records.map((record) => ({ record, why: record.why }));
  const locations = await store(removals, context);
  return remove(removals.map((removal, index) => ({ ...removal, location: locations[index] ?? '' })), context);
}

async function store(removals: readonly Removal[], context: ArchiveContext): Promise<readonly string[]> {
  if (removals.length === 0) return [];
  const archivedAt = context.clock.now();
  const letters = removals.flatMap(({ record }): ArchivedLetter[] =>
    record.decision === undefined ? [] : [{ id: record.id, letter: record.letter, diagnosis: record.decision.diagnosis, archivedAt }],
  );
  const locations = await context.store.put(letters);
  await context.ledger.noteArchived(
    letters.map(({ id, letter }, index) => ({ id, location: locations[index] ?? '', bodyHash: sha256(letter.body), archivedAt })),
  );
  return locations;
}

async function remove(removals: readonly (Removal & { readonly location: string })[], context: ArchiveContext): Promise<readonly RemovedLetter[]> {
  if (removals.length === 0) return [];
  const now = context.clock.now();
  const entries = removals.map(({ record }) => entryFor(record, context.sourceOf(record), context.policy, now));
  await context.ledger.block(entries.filter((entry) => entry !== undefined));
  const receipts = await context.queue.remove(
    removals.map(({ record: { id, letter } }) => ({
      queue: letter.queue,
      messageId: letter.messageId,
      epoch: letter.epoch,
      removeId: `remove_${sha256(id).slice(0, 24)}`,
      original: letter.body,
    })),
  );
  const removed = removals.map((removal, index) => toRemovedLetter(removal, receipts[index], entries[index]));
  const applied = await context.ledger.transition(removed.map((letter) => toTransition(letter, now, context.redactorFor)), now);
  return removed.filter((_, index) => applied[index] === true);
}

function toRemovedLetter(
  removal: Removal & { readonly location: string },
  receipt: RemoveReceipt | undefined,
  blocked: BlocklistEntry | undefined,
): RemovedLetter {
  const withBlock = blocked === undefined ? {} : { blocked };
  switch (receipt?.kind) {
    case 'done':
      return { ...removal, ...withBlock, state: removal.record.decision?.plan.verdict === 'discard' ? 'discarded' : 'settled' };
    case 'superseded':
      return { ...removal, ...withBlock, state: 'superseded', why: receipt.why };
    case 'refused':
      return { ...removal, ...withBlock, state: 'escalated', why: `the broker refused the removal: ${receipt.why}` };
    case undefined:
      return { ...removal, ...withBlock, state: 'escalated', why: 'the adapter gave no receipt for the removal' };
  }
}

function toTransition(letter: RemovedLetter, now: Date, redactorFor: RedactorFor): Transition {
  const { record, state, why, location, blocked } = letter;
  const { text } = redactorFor(record.letter, record.decision?.plan.body);
  const detail = { outcome: state, why, location, ...(blocked === undefined ? {} : { blockedSource: text(`${blocked.kind} ${blocked.value}`) }) };
  return { id: record.id, from: ['intent'], to: state, why, outcomeAt: now, event: { type: 'finished', actor: 'mendq', detail } };
}
