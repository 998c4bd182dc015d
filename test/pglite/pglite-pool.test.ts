import { PGlite } from '@electric-sql/pglite';
import { createPostgresBackend, Queue, runMigrations, Worker } from 'bullmq';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pglitePool, type PglitePool } from '../../src/pglite/pglite-pool.ts';

let database: PGlite;
let pool: PglitePool;

beforeAll(async () => {
  database = await PGlite.create();
  pool = pglitePool(database);
  const client = await pool.connect();
  await runMigrations(client);
  client.release();
}, 60_000);

afterAll(async () => {
  await pool.end();
  await database.close();
});

describe('results', () => {
  test('have the shapes that node-postgres gives', async () => {
    const { rows, rowCount } = await pool.query(`SELECT 5::bigint AS big, '{"a":[1]}'::jsonb AS json, '\\x00ff'::bytea AS bytes, ARRAY[1, NULL]::bigint[] AS bigs, 1.50::numeric AS exact, NULL::text AS nothing`, []);
    expect(rows).toEqual([{ big: '5', json: { a: [1] }, bytes: Buffer.from([0, 255]), bigs: ['1', null], exact: '1.50', nothing: null }]);
    expect(rowCount).toBe(1);
  });

  test('count the rows that a change touched', async () => {
    await pool.query('CREATE TABLE public.counted (id integer)');
    expect((await pool.query('INSERT INTO public.counted SELECT generate_series(1, $1::int)', [3])).rowCount).toBe(3);
    expect((await pool.query('UPDATE public.counted SET id = id + 1 WHERE id > $1', [1])).rowCount).toBe(2);
  });

  test('take undefined as null and objects as JSON', async () => {
    const { rows } = await pool.query('SELECT $1::text AS nothing, $2::jsonb AS json', [undefined, { a: 1 }]);
    expect(rows).toEqual([{ nothing: null, json: { a: 1 } }]);
  });

  test('carry the SQLSTATE of an error', async () => {
    await expect(pool.query('SELECT * FROM nowhere')).rejects.toMatchObject({ code: '42P01' });
  });
});

describe('transactions', () => {
  test('of two clients that are asked for at once run one after the other', async () => {
    const [first, second] = [await pool.connect(), await pool.connect()];
    await pool.query('CREATE TABLE public.steps (who text, n serial)');
    await first.query('BEGIN');
    const beginning = second.query('BEGIN').then(async () => second.query(`INSERT INTO public.steps (who) VALUES ('second')`));
    await first.query(`INSERT INTO public.steps (who) VALUES ('first')`);
    await first.query('COMMIT');
    await beginning;
    await second.query('COMMIT');
    expect((await pool.query('SELECT who FROM public.steps ORDER BY n')).rows).toEqual([{ who: 'first' }, { who: 'second' }]);
    first.release();
    second.release();
  });

  test('that wait for each other end by the idle limit instead of never', async () => {
    const impatient = pglitePool(database, { idleTransactionMilliseconds: 50 });
    const [first, second] = [await impatient.connect(), await impatient.connect()];
    await first.query('BEGIN');
    await second.query('BEGIN');
    expect((await second.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await expect(first.query('SELECT 1')).rejects.toMatchObject({ code: '25P03' });
    await expect(first.query('COMMIT')).rejects.toMatchObject({ code: '25P03' });
    await second.query('ROLLBACK');
    expect((await first.query('SELECT 2 AS two')).rows).toEqual([{ two: 2 }]);
    await impatient.end();
  });

  test('are rolled back when their client is released', async () => {
    const client = await pool.connect();
    await pool.query('CREATE TABLE public.left_open (id integer)');
    await client.query('BEGIN');
    await client.query('INSERT INTO public.left_open VALUES (1)');
    client.release();
    expect((await pool.query('SELECT count(*)::int AS rows FROM public.left_open')).rows).toEqual([{ rows: 0 }]);
    await expect(client.query('SELECT 1')).rejects.toThrow('released');
  });

  test('can go on after a failed statement only by rolling back', async () => {
    const client = await pool.connect();
    await client.query('BEGIN');
    await expect(client.query('SELECT 1/0')).rejects.toMatchObject({ code: '22012' });
    await expect(client.query('SELECT 1')).rejects.toMatchObject({ code: '25P02' });
    await client.query('ROLLBACK');
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    client.release();
  });
});

describe('notifications', () => {
  test('reach the client that listens, also where comments stand before LISTEN, until it is released', async () => {
    const client = await pool.connect();
    const heard: unknown[] = [];
    client.on('notification', (message: unknown) => heard.push(message));
    await client.query('-- a comment; LISTEN nowhere;\n/* another */ LISTEN some_channel;');
    await pool.query(`SELECT pg_notify('some_channel', 'hello')`);
    await expect.poll(() => heard).toEqual([expect.objectContaining({ channel: 'some_channel', payload: 'hello' })]);
    client.release();
    await client.idle();
    await pool.query(`SELECT pg_notify('some_channel', 'again')`);
    expect(heard).toHaveLength(1);
  });
});

describe('BullMQ', () => {
  test('runs queues and workers on it: retries, then completion, woken by notification', async () => {
    const connection = pool;
    const queue = new Queue('letters', { connection }, createPostgresBackend);
    const runs: number[] = [];
    const worker = new Worker('letters', async (job) => {
      runs.push(job.attemptsMade);
      if (job.attemptsMade < 2) throw new Error('not yet');
      return 'sent';
    }, { connection }, createPostgresBackend);
    const started = performance.now();
    const finished = new Promise((resolve) => worker.once('completed', (job) => resolve(job.id)));
    const job = await queue.add('send', { to: 'somebody' }, { attempts: 3 });
    expect(await finished).toBe(job.id);
    expect(runs).toEqual([0, 1, 2]);
    expect(performance.now() - started).toBeLessThan(3000);
    await worker.close();
    await queue.close();
  }, 20_000);

  test('can be closed and opened again on the same PGlite while jobs wait', async () => {
    const first = pglitePool(database);
    const queue = new Queue('reopened', { connection: first }, createPostgresBackend);
    await queue.add('wait', { n: 1 });
    await queue.close();
    await first.end();

    const second = pglitePool(database);
    const connection = second;
    const seen: unknown[] = [];
    const worker = new Worker('reopened', async (job) => void seen.push(job.data), { connection }, createPostgresBackend);
    await expect.poll(() => seen, { timeout: 10_000 }).toEqual([{ n: 1 }]);
    await worker.close();
    await second.end();
  }, 20_000);
});

test('a function opens PGlite at the first use, once, and again after it has failed', async () => {
  let opened = 0;
  const lazy = pglitePool(async () => {
    opened += 1;
    if (opened === 1) throw new Error('the folder is missing');
    return database;
  });
  expect(opened).toBe(0);
  await expect(lazy.query('SELECT 1')).rejects.toThrow('the folder is missing');
  const [first, second] = await Promise.all([lazy.query('SELECT 1 AS one'), lazy.query('SELECT 2 AS two')]);
  expect([...first.rows, ...second.rows]).toEqual([{ one: 1 }, { two: 2 }]);
  expect(opened).toBe(2);
  await lazy.end();
});
