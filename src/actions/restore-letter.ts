import { restore, type RestoreResult } from '../archive/archive.ts';
import { MendqError } from '../core/errors.ts';
import type { House } from '../house.ts';
import { redactorOf } from '../pass/redactor-of.ts';
import { presentedRecord } from './presented.ts';
import { findLetter } from './show.ts';

/** Restores an archived letter into its queue by its id or message id; see `restore`. */
export async function restoreLetter(house: House, idOrMessageId: string, actor: string): Promise<RestoreResult> {
  const { ledger } = await house.ledger();
  const record = await findLetter(ledger, idOrMessageId);
  const { open, failures } = await house.queues([record.letter.queue]);
  const [queue] = open;
  if (queue === undefined) {
    throw failures[0]?.error ?? new MendqError('MENDQ_E_CONFIG', `the queue ${record.letter.queue} is not configured`, { hint: 'Add it to the configuration.' });
  }
  const result = await restore(record, { ledger, queue, store: house.store, clock: house.clock, actor, archiveRetention: house.policy.retention.archive });
  return { ...result, record: presentedRecord(record, redactorOf(record, house.redactorFor)) };
}
