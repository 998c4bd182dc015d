import { createServer } from 'node:net';
import { inspect as print } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { Ajv } from 'ajv';
import { drizzle } from 'drizzle-orm/pglite';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { z as z3 } from 'zod3';
import { parseFailure } from '../../src/inspect/parse-failure.ts';
import { AT, reportOf, thrownBy } from './report.ts';

const PAYLOAD = { invoiceId: 7, lines: [{ qty: '1' }] };

describe('errors as validators really throw them', () => {
  it('reads Zod 4', async () => {
    const schema = z.object({ invoiceId: z.string(), lines: z.array(z.object({ qty: z.number() })) });
    const parsed = parseFailure(reportOf(await thrownBy(() => schema.parse(PAYLOAD))));
    expect(parsed).toMatchObject({ errorClass: 'ZodError', library: 'zod', template: 'invalid_type at invoiceId, invalid_type at lines.[*].qty' });
  });

  it('reads Zod 3', async () => {
    const schema = z3.object({ invoiceId: z3.string(), lines: z3.array(z3.object({ qty: z3.number() })) });
    const parsed = parseFailure(reportOf(await thrownBy(() => schema.parse(PAYLOAD))));
    expect(parsed).toMatchObject({ errorClass: 'ZodError', library: 'zod', template: 'invalid_type at invoiceId, invalid_type at lines.[*].qty' });
  });

  it('reads Ajv behind words of the application', async () => {
    const ajv = new Ajv({ allErrors: true });
    const schema = { type: 'object', required: ['amount'], properties: { invoiceId: { type: 'string' } } };
    const thrown = await thrownBy(() => {
      if (!ajv.validate(schema, PAYLOAD)) throw new Error(`event refused: ${ajv.errorsText()}`);
    });
    expect(parseFailure(reportOf(thrown))).toMatchObject({ library: 'ajv', details: { paths: ', /invoiceId' } });
  });
});

describe('errors as fetch really throws them', () => {
  it('reads a refused connection, with its cause printed and without', async () => {
    const thrown = await thrownBy(async () => fetch(`http://127.0.0.1:${await closedPort()}`));
    expect(parseFailure(reportOf(thrown))).toMatchObject({ library: 'undici', message: 'fetch failed' });
    const kept = parseFailure({ reason: thrown.message, stack: [print(thrown)], at: AT });
    expect(kept).toMatchObject({ code: 'ECONNREFUSED', details: { phase: 'connect' }, causes: [{ code: 'ECONNREFUSED' }], library: 'node' });
  });

  it('reads a port that fetch refuses by itself', async () => {
    const thrown = await thrownBy(() => fetch('http://127.0.0.1:9'));
    const kept = parseFailure({ reason: thrown.message, stack: [print(thrown)], at: AT });
    expect(kept).toMatchObject({ causes: [{ message: 'bad port' }], library: 'application' });
  });

  it('reads a name that does not exist', async () => {
    const thrown = await thrownBy(() => fetch('http://mendq.invalid/'));
    expect(parseFailure({ reason: thrown.message, stack: [print(thrown)], at: AT })).toMatchObject({ details: { phase: 'connect', syscall: 'getaddrinfo' }, library: 'node' });
  });

  it('reads a request that was given up', async () => {
    const thrown = await thrownBy(() => fetch('http://127.0.0.1:9', { signal: AbortSignal.abort() }));
    expect(parseFailure(reportOf(thrown))).toMatchObject({ code: 'UND_ERR_ABORTED', library: 'undici' });
  });
});

/** A port on which nobody listens any more. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  const address = server.address();
  await new Promise((resolve) => { server.close(resolve); });
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe('errors as PostgreSQL really gives them', () => {
  let database: PGlite;
  beforeAll(async () => {
    database = await PGlite.create();
    await database.exec(`
      CREATE TABLE comments (id text PRIMARY KEY, body varchar(40) CONSTRAINT comments_body_legacy_charset CHECK (body !~ '[\\U00010000-\\U0010FFFF]'), extra jsonb);
      CREATE TABLE likes (comment text REFERENCES comments);
      INSERT INTO comments VALUES ('c-1');
    `);
  });
  afterAll(() => database.close());

  const insert = 'INSERT INTO comments (id, body) VALUES ($1, $2)';
  it.each([
    ['a check', insert, ['c-2', 'Nice \u{1F600}'], '23514', { constraint: 'comments_body_legacy_charset' }],
    ['a duplicate key', insert, ['c-1', 'x'], '23505', { keyColumns: 'id', keyValue: 'c-1', constraint: 'comments_pkey' }],
    ['a text that is too long', insert, ['c-3', 'x'.repeat(41)], '22001', { limit: '40' }],
    ['a missing parent', 'INSERT INTO likes VALUES ($1)', ['c-9'], '23503', { keyValue: 'c-9' }],
    ['half a character', `INSERT INTO comments (id, extra) VALUES ('c-4', '{"a":"\\ud83d"}')`, [], '22P02', { type: 'json' }],
    ['U+0000', `INSERT INTO comments (id, extra) VALUES ('c-5', '{"a":"\\u0000"}')`, [], '22P05', {}],
    ['a missing column', 'SELECT loyalty_tier FROM comments', [], '42703', { column: 'loyalty_tier' }],
    ['a missing table', 'SELECT 1 FROM nope', [], '42P01', { table: 'nope' }],
  ])('reads %s with its fields and from the stack alone', async (_, statement, parameters, code, details) => {
    const thrown = await thrownBy(() => database.query(statement, parameters));
    expect(parseFailure({ reason: thrown.message, stack: [print(thrown)], at: AT })).toMatchObject({ code, details, library: 'postgres' });
    expect(parseFailure(reportOf(thrown))).toMatchObject({ code, library: 'postgres' });
  });

  it('reads the cause behind Drizzle, and masks the parameters', async () => {
    const thrown = await thrownBy(() => drizzle(database).execute(sql`INSERT INTO comments (id, body) VALUES (${'c-6'}, ${'Nice \u{1F600}'})`));
    const kept = parseFailure({ reason: thrown.message, stack: [print(thrown)], at: AT });
    expect(kept).toMatchObject({ code: '23514', details: { constraint: 'comments_body_legacy_charset' } });
    expect(kept.template).not.toContain('Nice');
    const bare = parseFailure(reportOf(thrown));
    expect(bare).toMatchObject({ library: 'drizzle' });
    expect(bare.template).not.toContain('Nice');
  });
});
