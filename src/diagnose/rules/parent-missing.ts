import type { ParsedFailure } from '../../core/failure.ts';
import { failureFact, type Rule } from '../rule.ts';

const CODES = new Set(['23503', 'ER_NO_REFERENCED_ROW', 'ER_NO_REFERENCED_ROW_2', 'P2003', 'P2018', 'SQLITE_CONSTRAINT_FOREIGNKEY', 'MSSQL_FOREIGN_KEY', 'SEQUELIZE_FOREIGN_KEY']);
/** Prisma's words where the record to connect with is not there; an update or a deletion without its record is something else. */
const NOT_CONNECTED = /needed to inline the relation|was found for a nested connect|records? to connect/i;
/** The usual three attempts take seconds, in which an overtaken message may still be behind. After more the other row is not late, but lost. */
const MOST_ATTEMPTS = 3;
/** Attempts follow each other within seconds; a message that was overtaken needs its own place in the queue. */
const WAIT = 60_000;

/** A row that refers to another one which is not there yet. */
export const parentMissing: Rule = {
  name: 'parent-missing',
  why: 'Messages overtake each other: the row that this one refers to may be on its way. After many attempts, or after a replay that came back, it is not.',
  source: 'PostgreSQL 23503, MySQL 1452, Prisma P2003 and P2018, SQLite and SQL Server 547, all on insert; the number of attempts and the minute are our own.',
  examples: {
    for: [
      { shows: 'a first attempt', stack: 'error: insert or update on table "orders" violates foreign key constraint "orders_customer_id_fkey"', attempts: 1 },
      { shows: 'the same in MySQL', stack: 'Error: ER_NO_REFERENCED_ROW_2: Cannot add or update a child row: a foreign key constraint fails (`shop`.`orders`, CONSTRAINT `fk_customer` FOREIGN KEY (`customer_id`) REFERENCES `customers` (`id`))', attempts: 2 },
      { shows: 'the same in Prisma', stack: 'PrismaClientKnownRequestError: \nInvalid `prisma.comment.create()` invocation:\n\n\nForeign key constraint violated on the constraint: `Comment_postId_fkey`', attempts: 1 },
      { shows: 'a record to connect with', stack: "PrismaClientKnownRequestError: \nInvalid `prisma.order.create()` invocation:\n\n\nAn operation failed because it depends on one or more records that were required but not found. No 'Customer' record(s) (needed to inline the relation on 'Order' record(s)) was found for a nested connect on one-to-many relation 'CustomerToOrder'.", attempts: 1 },
    ],
    against: [
      { shows: 'many attempts', stack: 'error: insert or update on table "orders" violates foreign key constraint "orders_customer_id_fkey"', attempts: 12 },
      { shows: 'a row that others refer to', stack: 'error: update or delete on table "customers" violates foreign key constraint "orders_customer_id_fkey"', attempts: 1 },
      { shows: 'the same in MySQL', stack: 'Error: ER_ROW_IS_REFERENCED_2: Cannot delete or update a parent row: a foreign key constraint fails (`shop`.`orders`, CONSTRAINT `fk_customer` FOREIGN KEY (`customer_id`) REFERENCES `customers` (`id`))', attempts: 1 },
      { shows: 'a deletion in Prisma that others refer to', stack: 'PrismaClientKnownRequestError: \nInvalid `prisma.customer.delete()` invocation:\n\n\nForeign key constraint violated on the constraint: `Order_customerId_fkey`', attempts: 1 },
      { shows: 'an update without its record', stack: 'PrismaClientKnownRequestError: \nInvalid `prisma.user.update()` invocation:\n\n\nAn operation failed because it depends on one or more records that were required but not found. No record was found for an update.', attempts: 1 },
      { shows: 'a job that acts outside', stack: 'error: insert or update on table "orders" violates foreign key constraint "orders_customer_id_fkey"', attempts: 1, effects: 'external' },
    ],
  },
  match({ failure, letter, jobType }) {
    if (!lacksParent(failure) || letter.attempts > MOST_ATTEMPTS || letter.round > 1 || jobType.effects === 'external') return undefined;
    return {
      cause: 'transient',
      rule: 'parent-missing',
      why: 'The row that this one refers to is not there yet; it may be on its way.',
      evidence: [failureFact(failure), { source: 'broker', fact: `${letter.attempts} attempts` }],
      confidence: 'likely',
      retryAfterMilliseconds: WAIT,
    };
  },
};

function lacksParent({ code = '', details, message }: ParsedFailure): boolean {
  if (code === 'P2025') return NOT_CONNECTED.test(message);
  const deleting = details['deleting'] !== undefined || details['call']?.startsWith('delete') === true;
  return CODES.has(code) && !deleting;
}
