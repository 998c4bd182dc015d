import type { Diagnosis } from '../../core/diagnosis.ts';
import type { InspectedLetter } from '../../core/inspected-letter.ts';
import { isJsonObject } from '../../core/json.ts';
import { passesSchema } from '../passes-schema.ts';
import { failureFact, type Rule } from '../rule.ts';

const DUPLICATE_CODES = new Set(['23505', 'ER_DUP_ENTRY']);

/** A unique violation on the key that names this letter's own piece of work. */
export const ownKeyTaken: Rule = {
  name: 'own-key-taken',
  why: 'A row under this letter\'s own key shows that somebody did this work before. Where an attempt of this letter may have written that row and failed after it, or where the work reaches beyond the database, it shows half of it only. Any other unique violation is a conflict between two pieces of work.',
  source: 'PostgreSQL 23505 and MySQL 1062 name the key and its value; the key is compared with `idempotencyKey`, or with the payload\'s id where it is the primary key.',
  examples: {
    for: [
      { shows: 'the configured key', stack: "Error: ER_DUP_ENTRY: Duplicate entry 'inv-77' for key 'invoices.number'", payload: { invoice: 'inv-77' }, idempotencyKey: 'inv-77', attempts: 1, cause: 'already-done' },
      { shows: 'the primary key', stack: "Error: ER_DUP_ENTRY: Duplicate entry 'gr-2026-77' for key 'grants.PRIMARY'", payload: { grantId: 'gr-2026-77', points: 50 }, attempts: 1, cause: 'already-done' },
      { shows: 'the same in each of two attempts', stack: "Error: ER_DUP_ENTRY: Duplicate entry 'gr-2026-77' for key 'grants.PRIMARY'", earlier: ["Error: ER_DUP_ENTRY: Duplicate entry 'gr-2026-77' for key 'grants.PRIMARY'"], payload: { grantId: 'gr-2026-77' }, attempts: 2, cause: 'already-done' },
      { shows: 'a first attempt that failed after it wrote the row', stack: "Error: ER_DUP_ENTRY: Duplicate entry 'gr-77' for key 'grants.PRIMARY'", earlier: ['Error: PDF renderer crashed'], payload: { grantId: 'gr-77', points: 5 }, attempts: 2, cause: 'unknown' },
      { shows: 'a first attempt that was cut', stack: "Error: ER_DUP_ENTRY: Duplicate entry 'inv-77' for key 'invoices.number'", earlier: ['Error: read ECONNRESET'], payload: { id: 'inv-77' }, idempotencyKey: 'inv-77', attempts: 2, cause: 'unknown' },
      { shows: 'attempts that nobody recorded', stack: "Error: ER_DUP_ENTRY: Duplicate entry 'inv-77' for key 'invoices.number'", payload: { id: 'inv-77' }, idempotencyKey: 'inv-77', attempts: 3, cause: 'unknown' },
      { shows: 'a job that also acts outside', stack: "Error: ER_DUP_ENTRY: Duplicate entry 'inv-77' for key 'invoices.number'", payload: { id: 'inv-77' }, idempotencyKey: 'inv-77', attempts: 1, effects: 'external', cause: 'unknown' },
    ],
    against: [
      { shows: 'a value that is not the configured key', stack: "Error: ER_DUP_ENTRY: Duplicate entry 'nora@example.com' for key 'customers.email'", payload: { id: 'c-1', email: 'nora@example.com' }, idempotencyKey: 'c-1' },
      { shows: 'a unique column that is no key', stack: "Error: ER_DUP_ENTRY: Duplicate entry 'nora@example.com' for key 'customers.email'", payload: { email: 'nora@example.com' } },
      { shows: 'the key, but the business database says that it is not done', stack: "Error: ER_DUP_ENTRY: Duplicate entry 'inv-77' for key 'invoices.number'", payload: { invoice: 'inv-77' }, idempotencyKey: 'inv-77', fulfilment: 'no' },
      { shows: 'a payload that the schema refuses', stack: "Error: ER_DUP_ENTRY: Duplicate entry 'gr-77' for key 'grants.PRIMARY'", payload: { grantId: 'gr-77' }, refused: [['/points', 'missing']], attempts: 1 },
      { shows: 'a number, which a sequence may have reused', stack: "Error: ER_DUP_ENTRY: Duplicate entry '42' for key 'orders.PRIMARY'", payload: { orderId: 42 } },
    ],
  },
  match(letter, { answer }) {
    if (answer?.fulfilment === 'no' || answer?.fulfilment === 'in-progress') return undefined;
    const shown = shownKey(letter);
    if (shown === undefined) return undefined;
    const doubt = doubtOf(letter);
    const outcome: Pick<Diagnosis, 'cause' | 'why' | 'confidence'> =
      doubt === undefined
        ? { cause: 'already-done', why: `The database already holds a row under ${shown}, and no attempt of this letter came further than that: an earlier run did the work.`, confidence: 'certain' }
        : { cause: 'unknown', why: `The database already holds a row under ${shown}, but ${doubt}: the work may be half done, and a person has to look.`, confidence: 'none' };
    return { ...outcome, rule: 'own-key-taken', evidence: [failureFact(letter.failure), { source: 'payload', fact: `the key in the error is ${shown}` }] };
  },
};

/** Which key of the letter the failure names; `undefined` where it names none. */
function shownKey(inspected: InspectedLetter): string | undefined {
  const { failure } = inspected;
  const value = failure.details['keyValue'];
  if (!DUPLICATE_CODES.has(failure.code ?? '') || value === undefined || !passesSchema(inspected)) return undefined;
  if (configuredKey(inspected) === value) return 'the idempotency key of this letter';
  return isOwnPrimaryKey(inspected, value) ? 'the id of this letter, which is the primary key' : undefined;
}

/** Why the row is no proof of the whole work. */
function doubtOf({ failure, jobType, letter }: InspectedLetter): string | undefined {
  if (jobType.effects === 'external') return 'the job also acts outside the database, which the row does not show';
  if (failure.earlier !== undefined) return 'an earlier attempt failed with another error, perhaps after it wrote that row';
  return letter.failure.stack.length < letter.attempts ? 'not every attempt was recorded, and one of them may have failed after it wrote that row' : undefined;
}

function configuredKey({ letter, jobType }: InspectedLetter): string | undefined {
  if (jobType.idempotencyKey === undefined || letter.payload === undefined) return undefined;
  try {
    return jobType.idempotencyKey(letter.payload, { letter, signal: new AbortController().signal });
  } catch {
    return undefined;
  }
}

/** The value is the payload's own id: a text, under a key that says so and that fits the column where it is named. */
function isOwnPrimaryKey({ letter, jobType, failure }: InspectedLetter, value: string): boolean {
  const { constraint = '', keyColumns } = failure.details;
  const primary = /(?:^|\.)PRIMARY$|_pkey$/.test(constraint);
  if (!primary || jobType.idempotencyKey !== undefined || !isJsonObject(letter.payload)) return false;
  const members = Object.entries(letter.payload).filter(([, content]) => content === value);
  const [name = ''] = members[0] ?? [];
  return members.length === 1 && /(?:^|_|[a-z])(?:id|Id|ID)$/.test(name) && (keyColumns === undefined || plain(keyColumns) === plain(name) || plain(keyColumns) === 'id');
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
