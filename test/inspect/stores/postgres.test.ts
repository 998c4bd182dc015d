import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../../services.ts';
import { thrownBy } from '../report.ts';
import { readings } from './kept.ts';

describe('errors as PostgreSQL really gives them through pg', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let one: Client;
  let other: Client;

  beforeAll(async () => {
    database = await freshDatabase();
    one = new Client({ connectionString: database.url });
    other = new Client({ connectionString: database.url });
    await Promise.all([one.connect(), other.connect()]);
    await one.query(`
      CREATE TYPE order_status AS ENUM ('NEW', 'PAID', 'SHIPPED');
      CREATE TABLE customers (id text PRIMARY KEY);
      CREATE TABLE orders (id serial PRIMARY KEY, order_no text UNIQUE, memo varchar(10), extra jsonb, qty int, status order_status, due date, at timestamptz, customer_id text REFERENCES customers, priority text NOT NULL DEFAULT 'normal');
      INSERT INTO customers VALUES ('c-1'), ('c-2');
      INSERT INTO orders (order_no, customer_id) VALUES ('SO-1', 'c-1');`);
  });
  afterAll(async () => {
    await Promise.all([one.end(), other.end()]);
    await database.drop();
  });

  const insert = (column: string): string => `INSERT INTO orders (${column}) VALUES ($1)`;
  it.each<[string, string, (string | null)[], string, Record<string, string>]>([
    ['U+0000', insert('memo'), ['a\0'], '22021', { bytes: '0x00' }],
    ['U+0000 in JSON', insert('extra'), ['{"a":"\\u0000"}'], '22P05', {}],
    ['half a character in JSON', insert('extra'), ['{"a":"\\ud83d"}'], '22P02', { type: 'json' }],
    ['a grouped number', insert('qty'), ['1,200'], '22P02', { type: 'integer', refused: '1,200' }],
    ['a value of an enum', insert('status'), ['paid'], '22P02', { type: 'enum', refused: 'paid' }],
    ['a day in another notation', insert('due'), ['31/03/2026'], '22008', { type: 'date', refused: '31/03/2026' }],
    ['what is no moment', insert('at'), ['yesterdayish'], '22007', { type: 'timestamp with time zone', refused: 'yesterdayish' }],
    ['a null', insert('priority'), [null], '23502', { column: 'priority' }],
    ['a missing parent', insert('customer_id'), ['c-9'], '23503', { constraint: 'orders_customer_id_fkey' }],
    ['a parent that is referred to', 'DELETE FROM customers WHERE id = $1', ['c-1'], '23503', { deleting: 'yes' }],
    ['a duplicate key', insert('order_no'), ['SO-1'], '23505', { constraint: 'orders_order_no_key' }],
    ['a text that is too long', insert('memo'), ['x'.repeat(11)], '22001', { limit: '10' }],
  ])('reads %s by its stack alone and with its fields', async (_, statement, parameters, code, details) => {
    const { bare, printed } = readings(await thrownBy(() => one.query(statement, parameters)));
    expect(bare).toMatchObject({ library: 'postgres', code, details });
    expect(printed).toMatchObject({ library: 'postgres', code, details });
  });

  it('reads the value of a taken key where the fields were kept', async () => {
    const { printed } = readings(await thrownBy(() => one.query(insert('order_no'), ['SO-1'])));
    expect(printed.details).toMatchObject({ table: 'orders', keyColumns: 'order_no', keyValue: 'SO-1' });
  });

  it('reads a serialization failure', async () => {
    await one.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await one.query('SELECT * FROM orders');
    await other.query("UPDATE orders SET memo = 'x' WHERE order_no = 'SO-1'");
    const thrown = await thrownBy(() => one.query("UPDATE orders SET memo = 'y' WHERE order_no = 'SO-1'"));
    await one.query('ROLLBACK');
    expect(readings(thrown)).toMatchObject({ bare: { code: '40001' }, printed: { code: '40001' } });
  });

  it('reads a deadlock', async () => {
    const lock = (client: Client, id: string): Promise<unknown> => client.query('SELECT * FROM customers WHERE id = $1 FOR UPDATE', [id]);
    await Promise.all([one.query('BEGIN'), other.query('BEGIN')]);
    await lock(one, 'c-1');
    await lock(other, 'c-2');
    const results = await Promise.allSettled([lock(one, 'c-2'), lock(other, 'c-1')]);
    await Promise.all([one.query('ROLLBACK'), other.query('ROLLBACK')]);
    const [refused] = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []));
    expect(readings(refused ?? new Error('nothing was thrown'))).toMatchObject({ bare: { code: '40P01' }, printed: { code: '40P01' } });
  });

  it('reads a character that a database in LATIN1 lacks', async () => {
    const latin = `latin_${new URL(database.url).pathname.slice(1)}`;
    await one.query(`CREATE DATABASE ${latin} TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'`);
    const client = new Client({ connectionString: Object.assign(new URL(database.url), { pathname: `/${latin}` }).href });
    await client.connect();
    const thrown = await thrownBy(() => client.query('SELECT $1::text', ['the \u201Cred\u201D one']));
    await client.end();
    await one.query(`DROP DATABASE ${latin}`);
    expect(readings(thrown)).toMatchObject({ bare: { code: '22P05', details: { bytes: '0xe2 0x80 0x9c ', encoding: 'LATIN1' } }, printed: { code: '22P05' } });
  });
});
