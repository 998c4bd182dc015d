import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ledger } from '../../src/ledger/contract.ts';
import { openPgliteLedger, type PgliteLedger } from '../../src/ledger/pglite.ts';
import { manualClock } from '../../src/testing/manual-clock.ts';
import { at, claimed, lease, planned, QUEUE, raw, recordOf, recorded } from './build.ts';
import { startChild } from './child-process.ts';

let base = '';
let pristine = '';
let folder = '';
let tests = 0;

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'mendq-pglite-'));
  pristine = join(base, 'pristine');
  await (await openPgliteLedger({ folder: pristine, clock: manualClock() })).ledger.close();
});
afterAll(() => rm(base, { recursive: true }));
/** Each test has an empty ledger of its own, copied because making one takes seconds. */
beforeEach(async () => {
  tests += 1;
  folder = join(base, `ledger-${tests}`);
  await cp(pristine, folder, { recursive: true });
});

const open = (path = folder): Promise<PgliteLedger> => openPgliteLedger({ folder: path, clock: manualClock() });
const within = async <Result>(work: (ledger: Ledger) => Promise<Result>): Promise<Result> => {
  const { ledger } = await open();
  try {
    return await work(ledger);
  } finally {
    await ledger.close();
  }
};

describe('a ledger in a folder', () => {
  test('is exclusive and keeps what it was told', async () => {
    const [id = ''] = await within((ledger) => recorded(ledger, [raw('1')]));
    await within(async (ledger) => {
      expect({ exclusive: ledger.exclusive, location: ledger.location }).toEqual({ exclusive: true, location: folder });
      expect((await recordOf(ledger, id)).letter).toEqual(raw('1'));
    });
  });

  test('is refused to a second opener before its data is touched', async () => {
    await within(async () => {
      await expect(open()).rejects.toMatchObject({ code: 'MENDQ_E_LEDGER_LOCKED' });
    });
    await within((ledger) => ledger.counts());
  });

  test('gives the planned letters of an earlier process to the next one at once', async () => {
    const far = lease('gone', at(100_000));
    await within(async (ledger) => {
      await planned(ledger, [raw('1'), raw('2')]);
      await ledger.take({ queue: QUEUE, now: at(1), limit: 10, lease: far });
    });
    await within(async (ledger) => {
      expect(await ledger.take({ queue: QUEUE, now: at(2), limit: 1, lease: lease('next') })).toHaveLength(1);
      expect(await ledger.take({ queue: QUEUE, now: at(2), limit: 10, lease: lease('beside') })).toHaveLength(1);
    });
  });

  test('gives the claims of an earlier process to recovery at once', async () => {
    await within((ledger) => claimed(ledger, [raw('1')]));
    const taken = await within((ledger) => ledger.takeAbandoned({ queue: QUEUE, now: at(2), limit: 10, lease: lease('next') }));
    expect(taken.map(({ state }) => state)).toEqual(['claimed']);
  });

  test('is closed once, and refuses to work afterwards', async () => {
    const { ledger } = await open();
    await ledger.close();
    await ledger.close();
    await expect(ledger.counts()).rejects.toMatchObject({ code: 'MENDQ_E_LEDGER_UNREACHABLE', retryable: false, hint: expect.stringContaining('open') as string });
  });
});

describe('a killed process', () => {
  test('loses no letter that was acknowledged', async () => {
    const child = startChild('ledger-child.ts', folder);
    expect(await child.line()).toBe('starting');
    const acknowledged: string[] = [];
    for (let batch = 0; batch < 40; batch += 1) acknowledged.push(...(await child.line()).split(' '));
    child.kill('SIGKILL');
    await child.ended;
    await within(async (ledger) => {
      expect(await ledger.known(acknowledged)).toHaveLength(acknowledged.length);
      expect((await ledger.verify()).broken).toEqual([]);
    });
  });

  test('leaves a folder that can be begun anew when it was making the database', async () => {
    const fresh = join(base, 'killed-at-the-start');
    const child = startChild('ledger-child.ts', fresh, 'close');
    await expect.poll(() => existsSync(join(fresh, 'unfinished')), { timeout: 30_000, interval: 5 }).toBe(true);
    child.kill('SIGKILL');
    expect(await child.ended).toBe('SIGKILL');
    const { ledger } = await open(fresh);
    expect(existsSync(join(fresh, 'unfinished'))).toBe(false);
    expect(await ledger.counts()).toEqual([]);
    await ledger.close();
  });

  test('leaves a half-made database that is not taken for a damaged one', async () => {
    await truncate(join(folder, 'data', 'global', 'pg_control'), 10);
    await writeFile(join(folder, 'unfinished'), '');
    expect(await within((ledger) => ledger.counts())).toEqual([]);
  });
});

describe('a damaged folder', () => {
  const damaged = { code: 'MENDQ_E_LEDGER_CORRUPT', retryable: false, hint: expect.stringContaining('backup') as string };

  test.each([
    ['its control file is cut', () => truncate(join(folder, 'data', 'global', 'pg_control'), 10)],
    ['it is of another version', () => writeFile(join(folder, 'data', 'PG_VERSION'), '12\n')],
    ['its version is missing', () => rm(join(folder, 'data', 'PG_VERSION'))],
    ['its log is gone', () => rm(join(folder, 'data', 'pg_wal'), { recursive: true })],
  ])('is refused where %s, each time, and never overwritten', async (_what, damage) => {
    await damage();
    await expect(open()).rejects.toMatchObject({ ...damaged, message: expect.stringContaining(folder) as string });
    await expect(open()).rejects.toMatchObject(damaged);
    expect(existsSync(join(folder, 'data', 'base'))).toBe(true);
  });

  test('is refused where a table is missing', async () => {
    const { ledger, database } = await open();
    await database.exec('drop table mendq.remedies');
    await expect(ledger.remedies([])).rejects.toMatchObject(damaged);
    await ledger.close();
  });
});

test('a given PGlite stays open, and is not exclusive', async () => {
  const database = await PGlite.create();
  const { ledger } = await openPgliteLedger({ database });
  expect(ledger.exclusive).toBe(false);
  await ledger.close();
  await expect(database.query('select 1 as one')).resolves.toMatchObject({ rows: [{ one: 1 }] });
  expect((await openPgliteLedger({ database })).database).toBe(database);
  await database.close();
});

test('an empty folder that is there already is used', async () => {
  const existing = join(base, 'existing');
  await mkdir(existing);
  await writeFile(join(existing, 'notes.txt'), 'not ours');
  const { ledger } = await open(existing);
  await ledger.close();
  expect(existsSync(join(existing, 'notes.txt'))).toBe(true);
});
