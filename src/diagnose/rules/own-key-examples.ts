import type { Rule } from '../rule.ts';

const GRANT = { name: 'grant-points', queue: 'loyalty', payload: { grantId: 'gr-2026-77', points: 50 } } as const;
const TAKEN_GRANT = "Error: ER_DUP_ENTRY: Duplicate entry 'gr-2026-77' for key 'grants.PRIMARY'";
const INVOICE = "Error: ER_DUP_ENTRY: Duplicate entry 'inv-77' for key 'invoices.number'";

/** A unique violation of PostgreSQL with the detail that tells its key. */
function postgres(constraint: string, table: string, key: string): string {
  return `error: duplicate key value violates unique constraint "${constraint}"\n    at Parser.parseErrorMessage (/app/node_modules/pg-protocol/dist/parser.js:285:98) {\n  severity: 'ERROR',\n  code: '23505',\n  detail: 'Key ${key} already exists.',\n  table: '${table}',\n  constraint: '${constraint}'\n}`;
}

/** Unique violations that show the letter's own work, and their twins that do not. */
export const OWN_KEY_EXAMPLES: Rule['examples'] = {
  for: [
    { shows: 'the configured key', stack: INVOICE, payload: { invoice: 'inv-77' }, idempotencyKey: 'inv-77', attempts: 1, cause: 'already-done' },
    { shows: 'the primary key', stack: TAKEN_GRANT, ...GRANT, attempts: 1, cause: 'already-done' },
    { shows: 'the same in each of two attempts', stack: TAKEN_GRANT, earlier: [TAKEN_GRANT], ...GRANT, attempts: 2, cause: 'already-done' },
    { shows: 'attempts that nobody recorded', stack: INVOICE, payload: { id: 'inv-77' }, idempotencyKey: 'inv-77', attempts: 3, cause: 'already-done' },
    { shows: 'a first attempt whose connection to the database was lost', stack: TAKEN_GRANT, earlier: ['error: terminating connection due to administrator command'], ...GRANT, attempts: 2, cause: 'already-done' },
    { shows: 'the business number that this job records', stack: postgres('orders_order_no_key', 'orders', '(order_no)=(SO-1)'), name: 'record-order', queue: 'billing', payload: { orderNo: 'SO-1', total: 5 }, attempts: 2, cause: 'already-done' },
    { shows: 'a key of two columns, both of this letter', stack: postgres('orders_tenant_no_key', 'orders', '(tenant_id, order_no)=(t-1, SO-1)'), name: 'record-order', payload: { tenantId: 't-1', orderNo: 'SO-1' }, attempts: 2, cause: 'already-done' },
    { shows: 'an object id', stack: "MongoServerError: E11000 duplicate key error collection: hub.transactions index: _id_ dup key: { _id: ObjectId('5322ff1b14070a662c094092') }", name: 'log-transaction', payload: { _id: '5322ff1b14070a662c094092' }, attempts: 2, cause: 'already-done' },
    { shows: 'a field of the model that this job creates', stack: 'PrismaClientKnownRequestError: \nInvalid `prisma.badge.create()` invocation:\n\n\nUnique constraint failed on the fields: (`badgeId`)', name: 'create-badge', payload: { badgeId: 'bg-1', level: 2 }, attempts: 2, cause: 'already-done' },
    { shows: 'the delivery of an event, by tenant and event', stack: postgres('deliveries_pkey', 'deliveries', '(tenant_id, event_id)=(t-1, ev-9)'), name: 'store-delivery', queue: 'webhooks', payload: { tenantId: 't-1', eventId: 'ev-9', kind: 'user.created' }, attempts: 2, cause: 'already-done' },
    { shows: 'the notes of what was taken in', stack: postgres('processed_events_pkey', 'processed_events', '(event_id)=(ev-9)'), name: 'apply-credit', payload: { eventId: 'ev-9', points: 2 }, attempts: 2, cause: 'already-done' },
    { shows: 'an item that must not be there yet', stack: "ConditionalCheckFailedException: The conditional request failed\n    at throwDefaultError (/app/node_modules/@smithy/smithy-client/dist-cjs/index.js:867:20) {\n  ConditionExpression: 'attribute_not_exists(batchId)'\n}", name: 'claim-batch', payload: { batchId: '2026-03/7' }, attempts: 2, cause: 'already-done' },
    { shows: 'a first attempt that failed after it wrote the row', stack: TAKEN_GRANT, earlier: ['Error: PDF renderer crashed'], ...GRANT, attempts: 2, cause: 'unknown' },
    { shows: 'a first attempt that was cut somewhere', stack: INVOICE, earlier: ['Error: read ECONNRESET'], payload: { id: 'inv-77' }, idempotencyKey: 'inv-77', attempts: 2, cause: 'unknown' },
    { shows: 'a job that also acts outside', stack: INVOICE, payload: { id: 'inv-77' }, idempotencyKey: 'inv-77', attempts: 1, effects: 'external', cause: 'unknown' },
  ],
  against: [
    { shows: 'a value that is not the configured key', stack: "Error: ER_DUP_ENTRY: Duplicate entry 'nora@example.com' for key 'customers.email'", payload: { id: 'c-1', email: 'nora@example.com' }, idempotencyKey: 'c-1' },
    { shows: 'a unique column that is no key', stack: "Error: ER_DUP_ENTRY: Duplicate entry 'nora@example.com' for key 'customers.email'", name: 'create-customer', payload: { email: 'nora@example.com' } },
    { shows: 'the key, but the business database says that it is not done', stack: INVOICE, payload: { invoice: 'inv-77' }, idempotencyKey: 'inv-77', fulfilment: 'no' },
    { shows: 'a payload that the schema refuses', stack: TAKEN_GRANT, ...GRANT, refused: [['/points', 'missing']], attempts: 1 },
    { shows: 'a number, which a sequence may have given', stack: "Error: ER_DUP_ENTRY: Duplicate entry '42' for key 'orders.PRIMARY'", name: 'create-order', payload: { orderId: 42 } },
    { shows: 'a number under the general name', stack: postgres('orders_pkey', 'orders', '(id)=(42)'), name: 'create-order', payload: { orderId: 42 } },
    { shows: 'the id of something else that the row refers to', stack: postgres('invoices_order_id_key', 'invoices', '(order_id)=(SO-1)'), name: 'create-invoice', payload: { invoiceId: 'inv-1', orderId: 'SO-1' } },
    { shows: 'something else that this job writes first', stack: postgres('customers_pkey', 'customers', '(id)=(c-1)'), name: 'create-order', queue: 'orders', payload: { orderId: 'SO-1', customerId: 'c-1' } },
    { shows: 'work that changes what is there', stack: TAKEN_GRANT, name: 'update-grant', payload: GRANT.payload },
    { shows: 'what may be the second save of one thing', stack: TAKEN_GRANT, name: 'save-grant', payload: GRANT.payload },
    { shows: 'a seat that somebody else has taken', stack: postgres('bookings_pkey', 'bookings', '(flight_id, seat_no)=(f-1, 4A)'), name: 'book-seat', payload: { flightId: 'f-1', seatNo: '4A', passenger: 'M. Stone' } },
    { shows: 'a business number at the first attempt, which somebody else gave twice', stack: postgres('orders_order_no_key', 'orders', '(order_no)=(SO-1)'), name: 'record-order', payload: { orderNo: 'SO-1', total: 5 }, attempts: 1 },
    { shows: 'a key of two columns, one of which is another\'s', stack: postgres('orders_tenant_no_key', 'orders', '(tenant_id, order_no)=(t-2, SO-1)'), name: 'record-order', payload: { tenantId: 't-1', orderNo: 'SO-1' } },
    { shows: 'another value of the same column', stack: postgres('orders_order_no_key', 'orders', '(order_no)=(SO-12)'), name: 'record-order', payload: { orderNo: 'SO-1' } },
    { shows: 'an expression of the value', stack: postgres('orders_lower_idx', 'orders', '(lower(order_no))=(so-1)'), name: 'record-order', payload: { orderNo: 'so-1' } },
    { shows: 'a value that may have been cut', stack: `Error: ER_DUP_ENTRY: Duplicate entry '${'g'.repeat(64)}' for key 'grants.PRIMARY'`, name: 'grant-points', payload: { grantId: 'g'.repeat(64) } },
    { shows: 'a constraint whose key nobody kept', stack: 'error: duplicate key value violates unique constraint "grants_pkey"', ...GRANT },
    { shows: 'an update that would take the key of another row', stack: 'PrismaClientKnownRequestError: \nInvalid `prisma.badge.update()` invocation:\n\n\nUnique constraint failed on the fields: (`badgeId`)', name: 'issue-badge', payload: { badgeId: 'bg-1' } },
    { shows: 'an e-mail address in Prisma', stack: 'PrismaClientKnownRequestError: \nInvalid `prisma.user.create()` invocation:\n\n\nUnique constraint failed on the fields: (`email`)', name: 'create-user', payload: { userId: 'u-1', email: 'nora@example.com' } },
    { shows: 'a condition that also compares a version', stack: "ConditionalCheckFailedException: The conditional request failed\n    at send (/app/node_modules/@smithy/smithy-client/dist-cjs/index.js:867:20) {\n  ConditionExpression: 'attribute_not_exists(batchId) OR version = :v'\n}", name: 'claim-batch', payload: { batchId: '2026-03/7' } },
    { shows: 'a condition that nobody kept', stack: 'ConditionalCheckFailedException: The conditional request failed', name: 'claim-batch', payload: { batchId: '2026-03/7' } },
  ],
};
