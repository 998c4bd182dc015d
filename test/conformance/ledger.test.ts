import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { openPgliteLedger } from '../../src/ledger/pglite.ts';
import { openPostgresLedger } from '../../src/ledger/postgres.ts';
import { manualClock } from '../../src/testing/manual-clock.ts';
import { freshDatabase } from '../services.ts';
import { ledgerSuite } from './ledger-suite.ts';

ledgerSuite('a ledger on PGlite in memory', async () => {
  const { ledger, database } = await openPgliteLedger({ database: await PGlite.create() });
  return {
    ledger,
    runs: 30,
    query: async (statement) => (await database.query<Record<string, unknown>>(statement)).rows,
    close: async () => {
      await ledger.close();
      await database.close();
    },
  };
});

ledgerSuite('a ledger on PGlite in a folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mendq-ledger-'));
  const { ledger, database } = await openPgliteLedger({ folder, clock: manualClock() });
  return {
    ledger,
    runs: 5,
    query: async (statement) => (await database.query<Record<string, unknown>>(statement)).rows,
    close: async () => {
      await ledger.close();
      await rm(folder, { recursive: true });
    },
  };
});

ledgerSuite('a ledger on PostgreSQL', async () => {
  const { url, drop } = await freshDatabase();
  const { ledger, pool } = await openPostgresLedger({ url });
  return {
    ledger,
    runs: 10,
    query: async (statement) => (await pool.query<Record<string, unknown>>(statement)).rows,
    close: async () => {
      await ledger.close();
      await drop();
    },
  };
});
