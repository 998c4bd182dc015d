import { failureFact, type Rule } from '../rule.ts';

const CODES = new Set(['23503', 'ER_NO_REFERENCED_ROW', 'ER_NO_REFERENCED_ROW_2']);
/** After more attempts than this the other row is not late any more. */
const MOST_ATTEMPTS = 5;

/** A row that refers to another one which is not there yet. */
export const parentMissing: Rule = {
  name: 'parent-missing',
  why: 'Messages overtake each other: the row that this one refers to may be on its way. After many attempts it is not.',
  source: 'PostgreSQL 23503 and MySQL 1452 on insert; the number of attempts is our own.',
  examples: {
    for: [{ shows: 'a first attempt', stack: 'error: insert or update on table "orders" violates foreign key constraint "orders_customer_id_fkey"', attempts: 1 }],
    against: [
      { shows: 'many attempts', stack: 'error: insert or update on table "orders" violates foreign key constraint "orders_customer_id_fkey"', attempts: 12 },
      { shows: 'a row that others refer to', stack: 'error: update or delete on table "customers" violates foreign key constraint "orders_customer_id_fkey"', attempts: 1 },
      { shows: 'a job that acts outside', stack: 'error: insert or update on table "orders" violates foreign key constraint "orders_customer_id_fkey"', attempts: 1, effects: 'external' },
    ],
  },
  match({ failure, letter, jobType }) {
    const inserting = !failure.message.startsWith('update or delete on table');
    if (!CODES.has(failure.code ?? '') || !inserting || letter.attempts > MOST_ATTEMPTS || jobType.effects === 'external') return undefined;
    return {
      cause: 'transient',
      rule: 'parent-missing',
      why: 'The row that this one refers to is not there yet; it may be on its way.',
      evidence: [failureFact(failure), { source: 'broker', fact: `${letter.attempts} attempts` }],
      confidence: 'likely',
    };
  },
};
