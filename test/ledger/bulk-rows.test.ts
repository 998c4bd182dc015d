import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertRows, updateRows } from '../../src/ledger/bulk-rows.ts';
import type { Session } from '../../src/ledger/database.ts';
import { openPostgresLedger } from '../../src/ledger/postgres.ts';
import { archive } from '../../src/ledger/schema.ts';
import { freshDatabase } from '../services.ts';
import { at } from './build.ts';

const MEBIBYTE = 1024 * 1024;
let session: Session;
let statements = 0;
let close: () => Promise<void>;

beforeAll(async () => {
  const { url, drop } = await freshDatabase();
  const { ledger, pool } = await openPostgresLedger({ url });
  session = drizzle({ client: pool, logger: { logQuery: () => void (statements += 1) } }) as Session;
  close = async () => {
    await ledger.close();
    await drop();
  };
});
afterAll(() => close());
beforeEach(async () => {
  await session.delete(archive);
  statements = 0;
});

const row = (index: number, location = 'here') => ({ id: `letter_${index}`, location, bodyHash: 'hash', archivedAt: at(index) });
const rows = (count: number, location?: string) => Array.from({ length: count }, (_, index) => row(index, location));

describe('rows', () => {
  test('go in with one statement, however many parameters that would be', async () => {
    await insertRows(session, archive, rows(5000));
    expect(statements).toBe(1);
    expect(await session.$count(archive)).toBe(5000);
  });

  test('go in with more statements where there are too many, or where they are too large together', async () => {
    await insertRows(session, archive, rows(10_001));
    expect(statements).toBe(3);
    await session.delete(archive);
    statements = 0;
    await insertRows(session, archive, rows(5, 'x'.repeat(5 * MEBIBYTE)));
    expect(statements).toBe(2);
    await session.delete(archive);
    statements = 0;
    await insertRows(session, archive, rows(3, 'x'.repeat(17 * MEBIBYTE)));
    expect(statements).toBe(3);
  });

  test('are changed where they are named, in what is given', async () => {
    await insertRows(session, archive, rows(4));
    statements = 0;
    await updateRows(session, archive, 'id', [{ id: 'letter_1', location: 'there' }, { id: 'letter_3', location: 'away' }, { id: 'letter_9', location: 'nowhere' }]);
    expect(statements).toBe(1);
    const stored = await session.select().from(archive).orderBy(archive.id);
    expect(stored).toEqual([row(0), row(1, 'there'), row(2), row(3, 'away')]);
  });

  test('that are none need no statement', async () => {
    await insertRows(session, archive, []);
    await updateRows(session, archive, 'id', []);
    expect(statements).toBe(0);
  });
});
