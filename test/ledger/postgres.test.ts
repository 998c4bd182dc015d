import { once } from 'node:events';
import { createServer } from 'node:net';
import { inspect } from 'node:util';
import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openPostgresLedger } from '../../src/ledger/postgres.ts';
import { freshDatabase } from '../services.ts';
import { at, claimed, inState, lease, move, planned, QUEUE, raw, recorded } from './build.ts';
import { startChild } from './child-process.ts';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let admin: Pool;
const closings: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  admin = new Pool({ connectionString: database.url });
});
afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});
afterAll(async () => {
  await admin.end();
  await database.drop();
});

const open = async (options: { readonly statementTimeout?: number } = {}) => {
  const opened = await openPostgresLedger({ url: database.url, ...options });
  closings.push(() => opened.ledger.close());
  return opened;
};
const unreachable = (part: object) => ({ code: 'MENDQ_E_LEDGER_UNREACHABLE', hint: expect.any(String) as string, ...part });

describe('a database that can not be reached', () => {
  test('is named without its password', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    server.close();
    await once(server, 'close');
    const failure = openPostgresLedger({ url: `postgres://ann:secret-word@127.0.0.1:${port}/ledger?password=secret-word` });
    await expect(failure).rejects.toMatchObject(unreachable({ retryable: true, message: expect.stringContaining(`postgres://ann:***@127.0.0.1:${port}/ledger`) as string }));
    await expect(failure.catch((error: unknown) => inspect(error, { depth: 9 }))).resolves.not.toContain('secret-word');
  });

  test('is told from one that does not exist', async () => {
    const url = new URL(database.url);
    url.pathname = '/no_such_database';
    await expect(openPostgresLedger({ url: url.href })).rejects.toMatchObject(unreachable({ retryable: false, message: expect.stringMatching(/no_such_database.*does not exist/) as string }));
  });

  test('is told from a URL that is none', async () => {
    const failure = openPostgresLedger({ url: 'postgres://ann:secret#word@host:port/x' });
    await expect(failure).rejects.toMatchObject({ code: 'MENDQ_E_CONFIG', hint: expect.stringContaining('percent-encoded') as string });
    await expect(failure.catch((error: unknown) => inspect(error, { depth: 9 }))).resolves.not.toContain('secret');
  });
});

describe('a connection that breaks', () => {
  const breakAll = () => admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'mendq'`);
  const connections = async () => (await admin.query<{ pid: number }>(`select pid from pg_stat_activity where datname = current_database() and application_name = 'mendq'`)).rows.length;

  test('while it is idle is replaced unnoticed', async () => {
    const { ledger } = await open();
    await recorded(ledger, [raw('idle')]);
    await breakAll();
    await expect.poll(connections).toBe(0);
    await expect.poll(() => ledger.known([]).then(() => true, () => false)).toBe(true);
    expect(await ledger.list({ messageId: 'idle' })).toHaveLength(1);
  });

  test('in the middle of a call fails the call, changes nothing, and the next call works', async () => {
    const { ledger } = await open();
    const id = await inState(ledger, raw('cut'), 'claimed');
    const blocker = await admin.connect();
    await blocker.query(`begin; select 1 from mendq.letters where id = '${id}' for update`);
    const change = ledger.transition([move(id, ['claimed'], 'intent')], at(2));
    const failure = change.then(() => 'no failure', (error: unknown) => error);
    await expect.poll(async () => (await admin.query(`select 1 from pg_stat_activity where application_name = 'mendq' and wait_event_type = 'Lock'`)).rowCount).toBe(1);
    await breakAll();
    expect(await failure).toMatchObject(unreachable({ retryable: true }));
    await blocker.query('rollback');
    blocker.release();
    expect(await ledger.transition([move(id, ['claimed'], 'parked')], at(2))).toEqual([true]);
  });
});

describe('a database that is busy', () => {
  test('fails a call that takes too long, and changes nothing', async () => {
    const { ledger } = await open({ statementTimeout: 200 });
    const id = await inState(ledger, raw('slow'), 'claimed');
    const blocker = await admin.connect();
    await blocker.query(`begin; select 1 from mendq.letters where id = '${id}' for update`);
    await expect(ledger.transition([move(id, ['claimed'], 'intent')], at(2))).rejects.toMatchObject(unreachable({ retryable: true }));
    await blocker.query('rollback');
    blocker.release();
    expect(await ledger.known([id])).toMatchObject([{ state: 'claimed' }]);
  });

  test('has the ledger try again after a deadlock with somebody else', async () => {
    const { ledger } = await open();
    const [first = '', second = ''] = (await claimed(ledger, [raw('dead-1'), raw('dead-2')])).toSorted();
    const other = await admin.connect();
    // The other one waits longer before it looks for deadlocks, so that the ledger is the one to give way.
    await other.query(`begin; set local deadlock_timeout = '60s'; update mendq.letters set why = 'b' where id = '${second}'`);
    const change = ledger.transition([first, second].map((id) => move(id, ['claimed'], 'intent')), at(2));
    await expect.poll(async () => (await admin.query(`select 1 from pg_stat_activity where application_name = 'mendq' and wait_event_type = 'Lock'`)).rowCount).toBe(1);
    await other.query(`update mendq.letters set why = 'a' where id = '${first}'; commit`);
    other.release();
    expect(await change).toEqual([true, true]);
  });
});

test('a taker passes by what another transaction has locked, without waiting', async () => {
  const { ledger } = await open({ statementTimeout: 5000 });
  const [locked = '', free = ''] = await planned(ledger, [raw('skip-1'), raw('skip-2')], { dueAt: at(-900) });
  const other = await admin.connect();
  await other.query(`begin; select 1 from mendq.letters where id = '${locked}' for update`);
  const taken = await ledger.take({ queue: QUEUE, now: at(-800), limit: 10, lease: lease() });
  expect(taken.map(({ id }) => id)).toEqual([free]);
  await other.query('rollback');
  other.release();
});

test('settings of the database do not matter', async () => {
  const strange = await freshDatabase();
  const settings = new Pool({ connectionString: strange.url });
  const { rows } = await settings.query<{ name: string }>('select current_database() as name');
  for (const setting of ["default_transaction_isolation = 'serializable'", "datestyle = 'German, DMY'", "timezone = 'Africa/Monrovia'", "search_path = 'nowhere'", "bytea_output = 'escape'", 'default_transaction_read_only = on']) {
    await settings.query(`set default_transaction_read_only = off; alter database ${rows[0]?.name} set ${setting}`);
  }
  await settings.end();
  const { ledger } = await openPostgresLedger({ url: strange.url });
  const letters = Array.from({ length: 20 }, (_, index) => raw(String(index), { body: new Uint8Array([0, index, 255]) }));
  await Promise.all([ledger.record(letters, at(0)), ledger.record(letters.toReversed(), at(0))]);
  const [id = ''] = await planned(ledger, letters, { dueAt: new Date('1950-05-03T01:02:03.004Z') });
  expect(await ledger.list({ ids: [id] })).toMatchObject([{ dueAt: new Date('1950-05-03T01:02:03.004Z'), letter: { body: new Uint8Array([0, 0, 255]) } }]);
  expect((await ledger.verify()).broken).toEqual([]);
  await ledger.close();
  await strange.drop();
});

test('a given pool stays open, without the listener of the ledger', async () => {
  const { ledger, pool } = await openPostgresLedger({ pool: admin });
  expect(pool).toBe(admin);
  expect(ledger.location).toMatch(/^postgres:\/\//);
  expect(ledger.exclusive).toBe(false);
  expect(pool.listenerCount('error')).toBe(1);
  await ledger.close();
  await ledger.close();
  expect(pool.listenerCount('error')).toBe(0);
  expect((await admin.query('select 1')).rowCount).toBe(1);
});

test('a closed ledger refuses to work', async () => {
  const { ledger } = await open();
  await ledger.close();
  await ledger.close();
  await expect(ledger.counts()).rejects.toMatchObject(unreachable({ retryable: false }));
});

test.each(['close', 'leave-open'])('a process that has finished ends by itself (%s)', async (task) => {
  const child = startChild('ledger-child.ts', database.url, task);
  expect([await child.line(), await child.line()]).toEqual(['starting', 'done']);
  expect(await child.ended).toBe(0);
});

test('a user who may not create schemas is told so, and may use a ledger that is there', async () => {
  const own = await freshDatabase();
  const owner = new Pool({ connectionString: own.url });
  const role = `role_${new URL(own.url).pathname.slice(1)}`;
  await owner.query(`create role ${role} login password 'word'`);
  const url = new URL(own.url);
  url.username = role;
  url.password = 'word';
  await expect(openPostgresLedger({ url: url.href })).rejects.toMatchObject(unreachable({ retryable: false, hint: expect.stringContaining('GRANT CREATE') as string }));
  await (await openPostgresLedger({ url: own.url })).ledger.close();
  await owner.query(`grant usage on schema mendq to ${role}; grant all on all tables in schema mendq to ${role}`);
  const { ledger } = await openPostgresLedger({ url: url.href });
  await recorded(ledger, [raw('1')]);
  await ledger.close();
  await owner.query(`drop owned by ${role}; drop role ${role}`);
  await owner.end();
  await own.drop();
});
