import type { StoreWish } from '../../core/diagnosis.ts';
import { passesSchema } from '../passes-schema.ts';
import { refusedColumn } from '../refused-column.ts';
import { failureFact, type Rule } from '../rule.ts';
import { uncertainAttempt } from '../uncertain-attempt.ts';

const WHAT: Readonly<Record<StoreWish, string>> = {
  integer: 'a whole number', number: 'a number', boolean: 'true or false', string: 'a text', uuid: 'a UUID', date: 'a date', member: 'one of its own values', value: 'a value',
};

/** A value whose form a store refused although the schema admits it. */
export const valueRefused: Rule = {
  name: 'value-refused',
  why: 'A column is narrower than the schema: what the store wants at the one place that it names is a second schema, which a repair has to meet as well. What is out of range, breaks a check or is too long is wrong in itself, and no other form of it is right.',
  source: 'PostgreSQL 22P02, 22007, 22008, 23502; MySQL 1366, 1292, 1265, 1048, 1364; Prisma P2011 and its check of arguments; SQLite NOT NULL.',
  examples: {
    for: [
      { shows: 'a grouped number in an integer column', stack: 'error: invalid input syntax for type integer: "1,200"', payload: { qty: '1,200' }, cause: 'malformed' },
      { shows: 'the same in MySQL', stack: "Error: ER_TRUNCATED_WRONG_VALUE_FOR_FIELD: Incorrect integer value: '2,400' for column 'pieces' at row 1", payload: { pieces: '2,400', note: '2,400' }, cause: 'malformed' },
      { shows: 'a value of an enum', stack: 'error: invalid input value for enum order_status: "paid"', payload: { status: 'paid' }, cause: 'malformed' },
      { shows: 'a day in another notation', stack: "Error: ER_TRUNCATED_WRONG_VALUE: Incorrect date value: '31/03/2026' for column 'changed_on' at row 1", payload: { changedOn: '31/03/2026' }, cause: 'malformed' },
      { shows: 'a value that is missing', stack: 'error: null value in column "priority" of relation "tickets" violates not-null constraint', payload: { subject: 'x' }, jsonSchema: { properties: { priority: { default: 'normal' } } }, cause: 'malformed' },
      { shows: 'a text where Prisma expects a number', stack: 'PrismaClientValidationError: \nInvalid `prisma.count.create()` invocation:\n\n{\n  data: {\n    qty: "1,200"\n         ~~~~~~~\n  }\n}\n\nArgument `qty`: Invalid value provided. Expected Int, provided String.', payload: { qty: '1,200' }, cause: 'malformed' },
    ],
    against: [
      { shows: 'a job that also acts outside', stack: 'error: invalid input syntax for type integer: "1,200"', payload: { qty: '1,200' }, effects: 'external' },
      { shows: 'a value that stands at two places', stack: 'error: invalid input syntax for type integer: "1,200"', payload: { qty: '1,200', price: '1,200' } },
      { shows: 'a value that the code made', stack: 'error: invalid input syntax for type integer: "NaN"', payload: { qty: '1,200' } },
      { shows: 'an ISO date that the server does not take', stack: "Error: ER_TRUNCATED_WRONG_VALUE: Incorrect datetime value: '2026-03-18T02:14:41.000Z' for column 'created_at' at row 1", payload: { createdAt: '2026-03-18T02:14:41.000Z' } },
      { shows: 'a number out of range', stack: 'error: value "99999999999" is out of range for type integer', payload: { qty: '99999999999' } },
      { shows: 'a missing value of which the payload knows nothing', stack: 'error: null value in column "priority" of relation "tickets" violates not-null constraint', payload: { subject: 'x' } },
      { shows: 'a column that two members could fill', stack: 'error: null value in column "priority" of relation "tickets" violates not-null constraint', payload: { priority: null, ticket: { priority: 'low' } } },
      { shows: 'an empty text', stack: "Error: ER_TRUNCATED_WRONG_VALUE_FOR_FIELD: Incorrect integer value: '' for column 'pieces' at row 1", payload: { pieces: '' } },
    ],
  },
  match(letter, context) {
    if (letter.jobType.schema === undefined || !passesSchema(letter) || uncertainAttempt(letter, context) !== undefined) return undefined;
    const refusedValue = refusedColumn(letter);
    if (refusedValue === undefined || isIsoDate(letter.failure.details['refused'])) return undefined;
    const { pointer, wants } = refusedValue;
    return {
      cause: 'malformed',
      rule: 'value-refused',
      why: `The store wants ${WHAT[wants]} at ${pointer === '' ? 'the root' : pointer}; the schema admits what is there and the store does not.`,
      evidence: [failureFact(letter.failure), { source: 'payload', fact: `${pointer} is what the store refused` }],
      confidence: 'certain',
      refusedValue,
    };
  },
};

/** Such a date is right. That a server's mode or the code that writes it does not take it is the same for every letter. */
function isIsoDate(value: string | undefined): boolean {
  return value !== undefined && /^\d{4}-\d{2}-\d{2}(?:[T ]|$)/.test(value);
}
