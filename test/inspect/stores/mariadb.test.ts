import { randomBytes } from 'node:crypto';
import { createConnection, type Connection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mysqlUrl } from '../../services.ts';
import { thrownBy } from '../report.ts';
import { readings } from './kept.ts';

/** What MariaDB refuses, in a table as many applications have one: utf8mb3, strict mode. */
describe('errors as MariaDB really gives them through mysql2', () => {
  const name = `test_${randomBytes(6).toString('hex')}`;
  let one: Connection;
  let other: Connection;

  beforeAll(async () => {
    one = await createConnection(mysqlUrl());
    await one.query(`CREATE DATABASE ${name}`);
    other = await createConnection(mysqlUrl());
    for (const connection of [one, other]) {
      await connection.query(`USE ${name}`);
      await connection.query("SET SESSION sql_mode = 'STRICT_ALL_TABLES', innodb_lock_wait_timeout = 1");
    }
    await one.query('CREATE TABLE authors (author_id varchar(40) PRIMARY KEY) CHARSET utf8mb3');
    await one.query(`CREATE TABLE comments (
      comment_id varchar(40) PRIMARY KEY, body varchar(40) CHARACTER SET utf8mb3, plain varchar(40) CHARACTER SET ascii, author_id varchar(40) CHARACTER SET utf8mb3,
      likes int, kind varchar(9) NOT NULL DEFAULT 'note', written date, priority varchar(9) NOT NULL,
      CONSTRAINT fk_author FOREIGN KEY (author_id) REFERENCES authors (author_id))`);
    await one.query("INSERT INTO authors VALUES ('a-1'), ('a-2')");
    await one.query("INSERT INTO comments (comment_id, author_id, priority) VALUES ('c-1', 'a-1', 'low')");
  });
  afterAll(async () => {
    await other.end();
    await one.query(`DROP DATABASE ${name}`);
    await one.end();
  });

  const insert = (column: string): string => `INSERT INTO comments (comment_id, priority, ${column}) VALUES (?, 'low', ?)`;
  it.each([
    ['an emoji in three-byte text', insert('body'), ['c-2', 'Nice \u{1F600}'], 'ER_TRUNCATED_WRONG_VALUE_FOR_FIELD', { column: 'body', bytes: '\\xF0\\x9F\\x98\\x80' }],
    ['a quotation mark in ASCII', insert('plain'), ['c-2', '\u201Cred\u201D'], 'ER_TRUNCATED_WRONG_VALUE_FOR_FIELD', { column: 'plain', bytes: '\\xE2\\x80\\x9Cred'.slice(0, 12) }],
    ['a text that is too long', insert('body'), ['c-2', 'x'.repeat(41)], 'ER_DATA_TOO_LONG', { column: 'body' }],
    ['a number in words', insert('likes'), ['c-2', 'many'], 'ER_TRUNCATED_WRONG_VALUE_FOR_FIELD', { column: 'likes', type: 'integer', refused: 'many' }],
    ['a grouped number, of which the server reads the beginning', insert('likes'), ['c-2', '1,200'], 'WARN_DATA_TRUNCATED', { column: 'likes' }],
    ['a day in another notation', insert('written'), ['c-2', '31/03/2026'], 'ER_TRUNCATED_WRONG_VALUE', { column: 'written', type: 'date', refused: '31/03/2026' }],
    ['a number out of range', insert('likes'), ['c-2', '99999999999'], 'ER_WARN_DATA_OUT_OF_RANGE', { column: 'likes' }],
    ['a duplicate key', insert('likes'), ['c-1', 1], 'ER_DUP_ENTRY', { constraint: 'PRIMARY', keyValue: 'c-1' }],
    ['a missing parent', insert('author_id'), ['c-2', 'a-9'], 'ER_NO_REFERENCED_ROW_2', { table: 'comments', constraint: 'fk_author', keyColumns: 'author_id' }],
    ['a parent that is referred to', 'DELETE FROM authors WHERE author_id = ?', ['a-1'], 'ER_ROW_IS_REFERENCED_2', {}],
    ['a null', insert('kind'), ['c-2', null], 'ER_BAD_NULL_ERROR', { column: 'kind' }],
    ['a value that is missing', 'INSERT INTO comments (comment_id) VALUES (?)', ['c-2'], 'ER_NO_DEFAULT_FOR_FIELD', { column: 'priority' }],
    ['a missing table', 'SELECT * FROM nowhere WHERE id = ?', [1], 'ER_NO_SUCH_TABLE', {}],
    ['a missing column', 'SELECT nothing FROM comments WHERE 1 = ?', [1], 'ER_BAD_FIELD_ERROR', {}],
  ])('reads %s by its stack alone and with its fields', async (_, statement, parameters, code, details) => {
    const thrown = await thrownBy(() => one.query(statement, parameters));
    const { bare, printed } = readings(thrown);
    expect(bare).toMatchObject({ library: 'mysql', code, details });
    expect(printed).toMatchObject({ library: 'mysql', code, details });
  });

  it('reads a lock that was not free in time', async () => {
    await one.beginTransaction();
    await one.query("UPDATE authors SET author_id = 'a-2' WHERE author_id = 'a-2'");
    await one.query("SELECT * FROM authors WHERE author_id = 'a-2' FOR UPDATE");
    const thrown = await thrownBy(() => other.query("SELECT * FROM authors WHERE author_id = 'a-2' FOR UPDATE"));
    await one.rollback();
    expect(readings(thrown)).toMatchObject({ bare: { code: 'ER_LOCK_WAIT_TIMEOUT' }, printed: { code: 'ER_LOCK_WAIT_TIMEOUT' } });
  });

  it('reads a deadlock', async () => {
    const lock = (connection: Connection, id: string): Promise<unknown> => connection.query('SELECT * FROM authors WHERE author_id = ? FOR UPDATE', [id]);
    await Promise.all([one.beginTransaction(), other.beginTransaction()]);
    await lock(one, 'a-1');
    await lock(other, 'a-2');
    const results = await Promise.allSettled([lock(one, 'a-2'), lock(other, 'a-1')]);
    await Promise.all([one.rollback(), other.rollback()]);
    const [refused] = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []));
    expect(readings(refused ?? new Error('nothing was thrown'))).toMatchObject({ bare: { code: 'ER_LOCK_DEADLOCK' }, printed: { code: 'ER_LOCK_DEADLOCK' } });
  });
});
