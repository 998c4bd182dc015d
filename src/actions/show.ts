import type { Operation as PatchOperation } from 'fast-json-patch';
import { compare } from 'fast-json-patch/commonjs/duplex.js';
import { MendqError } from '../core/errors.ts';
import { parseJson, type Json, type JsonObject } from '../core/json.ts';
import type { Redactor, RedactorFor } from '../core/redactor.ts';
import type { House } from '../house.ts';
import type { AuditEvent } from '../ledger/audit-event.ts';
import type { ArchiveReceipt, Ledger, LetterRecord } from '../ledger/contract.ts';
import { redactorOf } from '../pass/redactor-of.ts';
import { findUnseen, severalLetters } from './find-unseen.ts';
import { presentedEvents, presentedRecord } from './presented.ts';

/** Everything that is known of one letter. All of it is redacted but the bytes: `record.letter.body` and the body of the plan. */
export interface LetterReport {
  readonly record: LetterRecord;
  /** False where no pass has seen the letter yet: it was found in its queue, and the decision is what a pass would decide. */
  readonly recorded: boolean;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  /** The repair as RFC 6902 operations; empty where nothing was repaired. */
  readonly patch: readonly PatchOperation[];
  readonly events: readonly AuditEvent[];
  /** True where the hash chain of the events holds. */
  readonly chainHolds: boolean;
  readonly archive?: ArchiveReceipt;
  /** The cause of its kind in the words of the model that was asked. */
  readonly explanation?: string;
  /** Earlier and later deaths of the same message. */
  readonly others: readonly { readonly id: string; readonly state: string; readonly round: number }[];
}

/**
 * Reports a letter by its id, or by its message id where that names one message: from the ledger, else from its queue.
 * Changes nothing. Rejects with `MENDQ_E_NOT_FOUND`.
 */
export async function show(house: House, idOrMessageId: string): Promise<LetterReport> {
  const { ledger } = await house.ledger();
  const record = await lookUp(ledger, idOrMessageId);
  if (record !== undefined) return reportOf(record, ledger, house.redactorFor);
  const unseen = await findUnseen(house, idOrMessageId);
  if (unseen === undefined) throw notFound(idOrMessageId);
  const redactor = redactorOf(unseen, house.redactorFor);
  return { record: presentedRecord(unseen, redactor), recorded: false, ...payloadsOf(unseen, redactor), events: [], chainHolds: true, others: [] };
}

async function reportOf(record: LetterRecord, ledger: Ledger, redactorFor: RedactorFor): Promise<LetterReport> {
  const redactor = redactorOf(record, redactorFor);
  const signature = record.decision?.signatures.shape;
  const [events, verification, archived, deaths, said] = await Promise.all([
    ledger.events(record.id),
    ledger.verify(record.id),
    ledger.archived([record.id]),
    ledger.list({ queue: record.letter.queue, messageId: record.letter.messageId }),
    ledger.consultations(signature === undefined ? [] : [signature]),
  ]);
  const [archive] = archived;
  const explanation = said[0]?.explanation;
  return {
    record: presentedRecord(record, redactor),
    recorded: true,
    ...payloadsOf(record, redactor),
    events: presentedEvents(events, redactor),
    chainHolds: verification.broken.length === 0,
    others: deaths.filter(({ id }) => id !== record.id).map(({ id, state, round }) => ({ id, state, round })),
    ...(archive === undefined ? {} : { archive }),
    ...(explanation === undefined ? {} : { explanation: redactor.text(explanation) }),
  };
}

function payloadsOf({ letter, decision }: LetterRecord, { value }: Redactor): Pick<LetterReport, 'before' | 'after' | 'patch'> {
  const before = parseJson(letter.body);
  const after = decision?.plan.body === undefined ? undefined : parseJson(decision.plan.body);
  const shown = before === undefined ? undefined : value(before);
  const repaired = after === undefined ? undefined : value(after);
  return { before: shown, after: repaired, patch: isDocument(shown) && isDocument(repaired) ? compare(shown, repaired) : [] };
}

/** The letter of the ledger that `lookUp` finds. Rejects with `MENDQ_E_NOT_FOUND`. */
export async function findLetter(ledger: Ledger, idOrMessageId: string): Promise<LetterRecord> {
  const record = await lookUp(ledger, idOrMessageId);
  if (record === undefined) throw notFound(idOrMessageId);
  return record;
}

/** The letter with this id, or the latest death of the one message with this message id. Rejects with `MENDQ_E_USAGE` where several queues have one. */
export async function lookUp(ledger: Ledger, idOrMessageId: string): Promise<LetterRecord | undefined> {
  const [byId] = await ledger.list({ ids: [idOrMessageId], limit: 1 });
  if (byId !== undefined) return byId;
  const deaths = await ledger.list({ messageId: idOrMessageId });
  const queues = new Set(deaths.map(({ letter }) => letter.queue));
  const latest = deaths.at(-1);
  if (queues.size > 1) throw severalLetters(idOrMessageId, deaths);
  return latest;
}

/** The error for a name that no letter has. */
export function notFound(idOrMessageId: string): MendqError {
  return new MendqError('MENDQ_E_NOT_FOUND', `there is no letter ${idOrMessageId}, neither in the ledger nor dead in a queue`, {
    hint: 'Give a letter id (letter_…) or the id of a message; `mendq inspect` lists groups with an example each.',
  });
}

function isDocument(value: Json | undefined): value is JsonObject | Json[] {
  return typeof value === 'object' && value !== null;
}
