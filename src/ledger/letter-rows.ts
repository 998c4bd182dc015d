import { getTableColumns } from 'drizzle-orm';
import type { RawLetter } from '../core/dead-letter.ts';
import { factOf, RETENTION_FACT } from '../core/letter-facts.ts';
import type { Intent } from '../core/outcome.ts';
import type { Lease, LetterRecord, RecordedDecision } from './contract.ts';
import { isAmong, type Session } from './database.ts';
import { letters } from './schema.ts';

/** A letter as its table holds it. */
export type LetterRow = typeof letters.$inferSelect;

const { body: _body, planBody: _planBody, ...columnsWithoutBodies } = getTableColumns(letters);

/** For reading many letters of which only the state matters. */
export const withoutBodies = columnsWithoutBodies;

const NO_BYTES = new Uint8Array();

/** Reads letters by id, in no particular order; unknown ones are absent. */
export async function readLetters(session: Session, ids: readonly string[]): Promise<LetterRecord[]> {
  if (ids.length === 0) return [];
  const rows = await session.select().from(letters).where(isAmong(letters.id, ids));
  return rows.map(toLetterRecord);
}

/** The record of a row; a row that was read without bodies gives empty ones. */
export function toLetterRecord(row: Omit<LetterRow, 'body' | 'planBody'> & Partial<LetterRow>): LetterRecord {
  return {
    id: row.id,
    letter: toRawLetter(row),
    round: row.round,
    state: row.state,
    why: row.why,
    ...present({
      decision: toDecision(row),
      hold: row.hold,
      dueAt: row.dueAt,
      intent: intentOf(row),
      replayId: row.replayId,
      replayedAt: row.replayedAt,
      outcomeAt: row.outcomeAt,
      lease: toLease(row),
      stripped: row.strippedAt === null ? undefined : (true as const),
      forgotten: row.forgottenFor === null ? undefined : (true as const),
    }),
  };
}

/** The intent, unless a release that doesn't know the column has written an event since. */
function intentOf({ state, intent, intentSequence, eventSequence }: Pick<LetterRow, 'state' | 'intent' | 'intentSequence' | 'eventSequence'>): Intent | undefined {
  return state === 'intent' && intent !== null && intentSequence === eventSequence ? intent : undefined;
}

function toRawLetter(row: Omit<LetterRow, 'body' | 'planBody'> & Partial<LetterRow>): RawLetter {
  const { queue, messageId, epoch, broker, name, body = NO_BYTES, headers, attempts, enqueuedAt } = row;
  return {
    ...{ queue, messageId, epoch, broker, name, body, headers, attempts, enqueuedAt },
    failure: { reason: row.reason, stack: row.stack, at: row.failedAt },
    ...present({ oversize: row.oversize, retention: factOf(row, RETENTION_FACT) }),
  };
}

function toDecision(row: Omit<LetterRow, 'body' | 'planBody'> & Partial<LetterRow>): RecordedDecision | undefined {
  const { signature, failureSignature, diagnosis, plan, revision } = row;
  if (signature === null || failureSignature === null || diagnosis === null || plan === null || revision === null) return undefined;
  return {
    signatures: { failure: failureSignature, shape: signature },
    diagnosis,
    plan: { ...plan, ...present({ body: row.planBody }) },
    revision,
    ...present({ idempotencyKey: row.idempotencyKey }),
  };
}

function toLease(row: Pick<LetterRow, 'leaseOwner' | 'leaseUntil'>): Lease | undefined {
  const { leaseOwner: owner, leaseUntil: until } = row;
  return owner === null || until === null ? undefined : { owner, until };
}

/** What is left of an object without its absent members. */
type Present<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], null | undefined> };

/** Drops members that are null or undefined. */
export function present<Fields extends object>(fields: Fields): Present<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)) as Present<Fields>;
}
