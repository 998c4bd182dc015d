import { inspect as print } from 'node:util';
import { Redis } from 'ioredis';
import { model, Schema, Types } from 'mongoose';
import { describe, expect, it } from 'vitest';
import type { ParsedFailure } from '../../../src/core/failure.ts';
import { parseFailure } from '../../../src/inspect/parse-failure.ts';
import { redisUrl } from '../../services.ts';
import { AT, report, thrownBy } from '../report.ts';
import { readings } from './kept.ts';

/** What is left of an error whose stack has the library's frame and nothing behind it. */
function bare(head: string, frame = '/app/dist/worker.js'): ParsedFailure {
  const stack = `${head}\n    at call (${frame}:1:1)`;
  const colon = head.indexOf(': ');
  return parseFailure(report(head.slice(colon + 2), stack));
}

describe('errors as Mongoose really throws them', () => {
  const Order = model('Order', new Schema({ orderNo: { type: String, required: true }, qty: Number, state: { type: String, enum: ['new', 'paid'] } }));

  it.each([
    ['a missing member', { qty: 1 }],
    ['a number that is none', { orderNo: 'SO-1', qty: 'many' }],
    ['a value that is not listed', { orderNo: 'SO-1', state: 'PAID' }],
  ])('reads %s', async (_, content) => {
    const { bare: stack, printed } = readings(await thrownBy(() => new Order(content).validate()));
    expect(stack).toMatchObject({ library: 'mongoose', code: 'VALIDATION' });
    expect(printed).toMatchObject({ library: 'mongoose', code: 'VALIDATION' });
    expect(stack.template).not.toContain('PAID');
    expect(stack.template).not.toContain('many');
  });

  it('reads a query that waited for a connection in vain', async () => {
    const thrown = await thrownBy(() => Order.findOne({ _id: new Types.ObjectId() }).maxTimeMS(50).setOptions({ bufferTimeoutMS: 20 }));
    expect(readings(thrown).bare).toMatchObject({ library: 'mongodb', code: 'MongoBufferTimeout' });
  });
});

describe('errors as Redis really gives them through ioredis', () => {
  const client = new Redis(redisUrl(), { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null });

  it('reads a wrong type, a script that is not there and a closed connection', async () => {
    await client.connect();
    await client.set('mappers-test', 'text', 'PX', 5000);
    expect(readings(await thrownBy(() => client.lpush('mappers-test', 'x'))).bare).toMatchObject({ library: 'redis', code: 'WRONGTYPE' });
    expect(readings(await thrownBy(() => client.evalsha('0'.repeat(40), 0))).bare).toMatchObject({ library: 'redis', code: 'NOSCRIPT' });
    client.disconnect();
    expect(readings(await thrownBy(() => client.get('mappers-test'))).bare).toMatchObject({ library: 'redis', code: 'REDIS_CONNECTION_CLOSED' });
  });

  it('reads a server that can not be reached', async () => {
    const lost = new Redis({ port: 1, host: '127.0.0.1', lazyConnect: true, maxRetriesPerRequest: 1, retryStrategy: () => 1 });
    lost.on('error', () => undefined);
    const thrown = await thrownBy(() => lost.get('x'));
    lost.disconnect();
    expect(parseFailure({ reason: thrown.message, stack: [print(thrown)], at: AT })).toMatchObject({ library: 'redis', code: 'REDIS_MAX_RETRIES' });
    expect(readings(thrown).bare).toMatchObject({ library: 'redis', code: 'REDIS_MAX_RETRIES' });
  });
});

const PRISMA = '/app/node_modules/@prisma/client/runtime/library.js';
const prisma = (call: string, words: string): string => `PrismaClientKnownRequestError: \nInvalid \`prisma.${call}()\` invocation:\n\n\n${words}`;

describe('what is left where only class, message and frames were kept', () => {
  it.each<[string, string, string, Record<string, string>?]>([
    [prisma('grant.create', 'Unique constraint failed on the fields: (`tenantId`,`grantNo`)'), 'prisma', 'P2002', { model: 'grant', call: 'create', keyColumns: 'tenantId, grantNo' }],
    [prisma('node.findMany', 'Timed out fetching a new connection from the connection pool. More info: http://pris.ly/d/connection-pool (Current connection pool timeout: 10, connection limit: 5)'), 'prisma', 'P2024'],
    [prisma('order.create', 'Server has closed the connection.'), 'prisma', 'P1017'],
    [prisma('$transaction', 'Transaction API error: Unable to start a transaction in the given time.'), 'prisma', 'POOL_TIMEOUT'],
    [prisma('$transaction', 'Transaction API error: Transaction already closed: A query cannot be executed on an expired transaction.'), 'prisma', 'P2028'],
    [prisma('$executeRaw', 'Raw query failed. Code: `40001`. Message: `ERROR: could not serialize access due to concurrent update`'), 'prisma', '40001'],
    [prisma('tag.create', 'Null constraint violation on the fields: (`priority`)'), 'prisma', 'P2011', { column: 'priority' }],
    ['PrismaClientInitializationError: Can\'t reach database server at `db`:`5432`\n\nPlease make sure your database server is running at `db`:`5432`.', 'prisma', 'P1001'],
    ['PrismaClientUnknownRequestError: \nInvalid `prisma.note.create()` invocation:\n\n\nError occurred during query execution:\nConnectorError(ConnectorError { user_facing_error: None, kind: QueryError(PostgresError { code: "22021", message: "invalid byte sequence for encoding \\"UTF8\\": 0x00", severity: "ERROR", detail: None, column: None, hint: None }), transient: false })', 'postgres', '22021', { bytes: '0x00' }],
    ['MongoServerError: E11000 duplicate key error collection: shop.orders index: tenant_1_no_1 dup key: { tenant: "t-1", no: 7 }', 'mongodb', 'E11000', { table: 'orders', keyColumns: 'tenant, no', keyValue: 't-1, 7' }],
    ['MongoServerError: E11000 duplicate key error collection: shop.orders index: orderNo_1 dup key: { : "SO-1" }', 'mongodb', 'E11000', { keyColumns: 'orderNo', keyValue: 'SO-1' }],
    ['MongoServerError: WriteConflict error: this operation conflicted with another operation. Please retry your operation or multi-document transaction.', 'mongodb', 'WriteConflict'],
    ['MongoServerSelectionError: connect ECONNREFUSED 10.0.0.7:27017', 'mongodb', 'MongoServerSelection'],
    ['MongoNetworkError: connection 3 to 10.0.0.7:27017 closed', 'mongodb', 'MongoNetwork'],
    ['ReplyError: READONLY You can\'t write against a read only replica.', 'redis', 'READONLY'],
    ['ReplyError: MOVED 3999 10.0.0.7:6381', 'redis', 'MOVED'],
    ['SqlError: (conn:5, no: 1062, SQLState: 23000) Duplicate entry \'gr-1\' for key \'PRIMARY\'\nsql: INSERT INTO grants VALUES (?) - parameters:[\'gr-1\']', 'mysql', 'ER_DUP_ENTRY', { constraint: 'PRIMARY', keyValue: 'gr-1' }],
    ['error: insert into "grants" ("grant_id") values ($1) - duplicate key value violates unique constraint "grants_pkey"', 'postgres', '23505', { constraint: 'grants_pkey' }],
    ['QueryFailedError: Data too long for column \'memo\' at row 1', 'mysql', 'ER_DATA_TOO_LONG', { column: 'memo' }],
    ['KnexTimeoutError: Knex: Timeout acquiring a connection. The pool is probably full. Are you missing a .transacting(trx) call?', 'knex', 'POOL_TIMEOUT'],
    ['SequelizeConnectionTimedOutError: connection timed out', 'sequelize', 'ETIMEDOUT', { phase: 'connect' }],
    ['SqliteError: database is locked', 'sqlite', 'SQLITE_BUSY'],
    ['SqliteError: UNIQUE constraint failed: grants.grant_id', 'sqlite', 'SQLITE_CONSTRAINT_UNIQUE', { table: 'grants', keyColumns: 'grant_id' }],
    ['RequestError: Transaction (Process ID 52) was deadlocked on lock resources with another process and has been chosen as the deadlock victim. Rerun the transaction.', 'mssql', 'MSSQL_DEADLOCK'],
    ['RequestError: Violation of PRIMARY KEY constraint \'PK_grants\'. Cannot insert duplicate key in object \'dbo.grants\'. The duplicate key value is (gr-1).', 'mssql', 'MSSQL_DUPLICATE', { table: 'grants', keyValue: 'gr-1' }],
  ])('reads %s', (head, library, code, details = {}) => {
    expect(bare(head, head.startsWith('Prisma') ? PRISMA : undefined)).toMatchObject({ library, code, details });
  });

  it.each([
    ['OrderError: READONLY mode of the shop'],
    ['Error: partner says: Deadlock found when trying to get lock; try restarting transaction'],
    ['Error: Connection is closed.'],
    ['NotFoundError: the row of the order was not found'],
    ['Error: Unique constraint failed on the fields: (`email`)'],
  ])('takes no other error for one of a store: %s', (head) => {
    expect(['application', 'unknown']).toContain(bare(head).library);
  });
});
