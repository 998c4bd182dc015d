import { readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseMigration } from '../../src/ledger/migrate.ts';
import { openPgliteLedger } from '../../src/ledger/pglite.ts';
import { openPostgresLedger } from '../../src/ledger/postgres.ts';
import * as schema from '../../src/ledger/schema.ts';
import { freshDatabase } from '../services.ts';
import { at, entry, raw, recorded, recordOf } from './build.ts';

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../drizzle/${name}`, import.meta.url), 'utf8')) as Record<string, unknown>;
const { entries } = read('meta/_journal.json') as { entries: { idx: number; tag: string }[] };
const numbers = entries.map(({ idx }) => idx);

test('the migrations make the tables of the schema', async () => {
  const last = String(entries.length - 1).padStart(4, '0');
  const snapshot = read(`meta/${last}_snapshot.json`) as Parameters<typeof generateMigration>[0];
  expect(await generateMigration(snapshot, generateDrizzleJson(schema, String(snapshot.id)))).toEqual([]);
});

test('each migration is a numbered file that names the schema in every statement', () => {
  expect(entries.map(({ tag }) => Number(tag.slice(0, 4)))).toEqual(numbers);
  for (const { tag } of entries) {
    const statements = readFileSync(new URL(`../../drizzle/${tag}.sql`, import.meta.url), 'utf8').split('--> statement-breakpoint');
    expect(statements.filter((statement) => !statement.includes('"mendq".'))).toEqual([]);
  }
});

test('a migration that lets earlier releases go on only adds', () => {
  for (const { tag } of entries) {
    const { number, needs, statements } = parseMigration(`${tag}.sql`, readFileSync(new URL(`../../drizzle/${tag}.sql`, import.meta.url), 'utf8'));
    if (needs === number) continue;
    expect(needs).toBeLessThan(number);
    const taking = statements.filter((statement) => !/^(--.*\n)?(CREATE (TABLE|INDEX)|ALTER TABLE \S+ ADD COLUMN (?!.*NOT NULL(?!.*DEFAULT)))/.test(statement.trim()));
    expect(taking).toEqual([]);
  }
});

test('a migration that says nothing needs its own release', () => {
  expect(parseMigration('0007_more_things.sql', 'ALTER TABLE x;')).toMatchObject({ number: 7, name: 'more_things', needs: 7 });
  expect(parseMigration('0007_more.sql', '-- needs 3: it only adds\nA;--> statement-breakpoint\nB;')).toMatchObject({ needs: 3, statements: ['-- needs 3: it only adds\nA;', '\nB;'] });
});

describe('on PostgreSQL', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let admin: Pool;
  beforeAll(async () => {
    database = await freshDatabase();
    admin = new Pool({ connectionString: database.url });
  });
  afterAll(async () => {
    await admin.end();
    await database.drop();
  });
  const applied = async () => (await admin.query<{ number: number }>('select number from mendq.migrations order by number')).rows.map(({ number }) => number);
  const open = () => openPostgresLedger({ url: database.url });

  test('many processes that start at once on an empty database make the tables once', async () => {
    const opened = await Promise.all(Array.from({ length: 10 }, open));
    expect(await applied()).toEqual(numbers);
    await Promise.all(opened.map(({ ledger }) => ledger.close()));
  });

  test('opening it again changes nothing', async () => {
    const first = await open();
    await recorded(first.ledger, [raw('1')]);
    await first.ledger.close();
    const { ledger } = await open();
    expect(await ledger.list({})).toHaveLength(1);
    expect(await applied()).toEqual(numbers);
    await ledger.close();
  });

  test('a ledger to which a later release has only added is used beside it', async () => {
    await admin.query(`alter table mendq.letters add column mood text; alter table mendq.events add column weight integer not null default 1;
      create table mendq.moods (id text primary key); insert into mendq.migrations (number, name, needs) values (9000, 'moods', ${Math.max(...numbers)})`);
    const { ledger } = await open();
    const [id = ''] = await recorded(ledger, [raw('beside')]);
    await ledger.decide([entry(id)], at(1));
    expect(await recordOf(ledger, id)).toMatchObject({ id, state: 'planned' });
    expect((await ledger.verify()).broken).toEqual([]);
    await ledger.close();
    await admin.query(`alter table mendq.letters drop column mood; alter table mendq.events drop column weight; drop table mendq.moods; delete from mendq.migrations where number = 9000`);
  });

  test('a ledger that a later release has changed beyond this one is refused', async () => {
    await admin.query(`insert into mendq.migrations (number, name, needs) values (9000, 'later', ${Math.max(...numbers)}), (9001, 'drops a column', 9001)`);
    await expect(open()).rejects.toMatchObject({ code: 'MENDQ_E_LEDGER_TOO_NEW', context: { newest: 9001 } });
    await admin.query('delete from mendq.migrations where number >= 9000');
  });

  test('a ledger of a later release that says nothing of earlier ones is refused and left alone', async () => {
    await admin.query(`insert into mendq.migrations (number, name) values (9000, 'later')`);
    await expect(open()).rejects.toMatchObject({ code: 'MENDQ_E_LEDGER_TOO_NEW', retryable: false, hint: expect.stringContaining('upgrade') as string });
    expect(await applied()).toEqual([...numbers, 9000]);
    await admin.query('delete from mendq.migrations where number = 9000');
    await (await open()).ledger.close();
  });

  test('a migration that fails leaves nothing behind', async () => {
    await admin.query('drop schema mendq cascade; create schema mendq; create table mendq.remedies (id int)');
    await expect(open()).rejects.toThrow(/remedies/);
    const { rows } = await admin.query<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'mendq'`);
    expect(rows.map(({ name }) => name)).toEqual(['remedies']);
  });
});

test('on PGlite a ledger of a later release is refused, too', async () => {
  const database = await PGlite.create();
  await openPgliteLedger({ database });
  await database.exec(`insert into mendq.migrations (number, name) values (9000, 'later')`);
  await expect(openPgliteLedger({ database })).rejects.toMatchObject({ code: 'MENDQ_E_LEDGER_TOO_NEW' });
  await database.close();
});
