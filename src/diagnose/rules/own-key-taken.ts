import type { InspectedLetter } from '../../core/inspected-letter.ts';
import { isJsonObject } from '../../core/json.ts';
import { failureFact, type Rule } from '../rule.ts';

const DUPLICATE_CODES = new Set(['23505', 'ER_DUP_ENTRY']);

/** A unique violation on the key that names this letter's own piece of work. */
export const ownKeyTaken: Rule = {
  name: 'own-key-taken',
  why: 'A row under this letter\'s own key shows that an earlier run got that far. Any other unique violation is a conflict between two pieces of work.',
  source: 'PostgreSQL 23505 and MySQL 1062 name the key and its value; the key is compared with `idempotencyKey`, or with the payload\'s id where it is the primary key.',
  examples: {
    for: [
      { shows: 'the configured key', stack: "Error: ER_DUP_ENTRY: Duplicate entry 'inv-77' for key 'invoices.number'", payload: { invoice: 'inv-77' }, idempotencyKey: 'inv-77' },
      { shows: 'the primary key', stack: "Error: ER_DUP_ENTRY: Duplicate entry 'gr-2026-77' for key 'grants.PRIMARY'", payload: { grantId: 'gr-2026-77', points: 50 } },
    ],
    against: [
      { shows: 'a value that is not the configured key', stack: "Error: ER_DUP_ENTRY: Duplicate entry 'nora@example.com' for key 'customers.email'", payload: { id: 'c-1', email: 'nora@example.com' }, idempotencyKey: 'c-1' },
      { shows: 'a unique column that is no key', stack: "Error: ER_DUP_ENTRY: Duplicate entry 'nora@example.com' for key 'customers.email'", payload: { email: 'nora@example.com' } },
      { shows: 'the key, but the business database says that it is not done', stack: "Error: ER_DUP_ENTRY: Duplicate entry 'inv-77' for key 'invoices.number'", payload: { invoice: 'inv-77' }, idempotencyKey: 'inv-77', fulfilment: 'no' },
      { shows: 'the primary key where the job also acts outside', stack: "Error: ER_DUP_ENTRY: Duplicate entry 'gr-2026-77' for key 'grants.PRIMARY'", payload: { grantId: 'gr-2026-77' }, effects: 'external' },
      { shows: 'a number, which a sequence may have reused', stack: "Error: ER_DUP_ENTRY: Duplicate entry '42' for key 'orders.PRIMARY'", payload: { orderId: 42 } },
    ],
  },
  match(letter, { answer }) {
    const { failure } = letter;
    const value = failure.details['keyValue'];
    if (!DUPLICATE_CODES.has(failure.code ?? '') || value === undefined) return undefined;
    if (answer?.fulfilment === 'no' || answer?.fulfilment === 'in-progress') return undefined;
    const shown = configuredKey(letter) === value ? 'the idempotency key of this letter' : isOwnPrimaryKey(letter, value) ? 'the id of this letter, which is the primary key' : undefined;
    if (shown === undefined) return undefined;
    return {
      cause: 'already-done',
      rule: 'own-key-taken',
      why: `The database already holds a row under ${shown}: an earlier run did the work.`,
      evidence: [failureFact(failure), { source: 'payload', fact: `the key in the error is ${shown}` }],
      confidence: 'certain',
    };
  },
};

function configuredKey({ letter, jobType, schemaCheck }: InspectedLetter): string | undefined {
  if (jobType.idempotencyKey === undefined || letter.payload === undefined || schemaCheck.kind === 'invalid') return undefined;
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
  if (!primary || jobType.effects === 'external' || jobType.idempotencyKey !== undefined || !isJsonObject(letter.payload)) return false;
  const members = Object.entries(letter.payload).filter(([, content]) => content === value);
  const [name = ''] = members[0] ?? [];
  return members.length === 1 && /(?:^|_|[a-z])(?:id|Id|ID)$/.test(name) && (keyColumns === undefined || plain(keyColumns) === plain(name) || plain(keyColumns) === 'id');
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
