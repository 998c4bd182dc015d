import type { PGlite } from '@electric-sql/pglite';
import { mkdir, open, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { MendqError, messageOf } from '../core/errors.ts';
import type { JsonObject } from '../core/json.ts';
import { lockFolder, type LockOptions } from './folder-lock.ts';

/** A PGlite in a folder that this process has locked. */
export interface OpenFolder {
  readonly database: PGlite;
  /** The folder without symbolic links. */
  readonly folder: string;
  /** Replaces what other processes that look at the folder are told. */
  readonly publish: (about: JsonObject) => void;
  /** Notes that the database is complete. Until then a crash leaves a folder that is begun anew. */
  ready(): Promise<void>;
  /** Closes the database and gives the folder back. May be called twice. */
  close(): Promise<void>;
}

/** Locks the folder before anything in it is touched, then starts PGlite on its data. */
export async function openFolder(path: string, options: LockOptions): Promise<OpenFolder> {
  const lock = await lockFolder(path, options);
  const data = join(lock.folder, 'data');
  const unfinished = join(lock.folder, 'unfinished');
  try {
    const contents = await prepare(lock.folder, data, unfinished);
    const database = await start(path, data, contents);
    const ready = async (): Promise<void> => {
      await rm(unfinished, { force: true });
      await flush(lock.folder);
    };
    let closed: Promise<void> | undefined;
    const close = async (): Promise<void> => {
      await database.close().catch(() => undefined);
      await lock.release();
    };
    return { database, folder: lock.folder, publish: lock.publish, ready, close: () => (closed ??= close()) };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Whether there is a database to be started or one to be made. A making that was interrupted is begun anew. */
async function prepare(folder: string, data: string, unfinished: string): Promise<'existing' | 'new'> {
  const names = await readdir(folder);
  if (names.includes(basename(unfinished))) await rm(data, { recursive: true, force: true });
  await mkdir(data, { recursive: true, mode: 0o700 });
  const contents = await readdir(data);
  if (contents.includes('PG_VERSION')) return 'existing';
  if (contents.length > 0) throw damaged(folder, 'it holds files, but no PG_VERSION');
  await writeFile(unfinished, '');
  await flush(folder);
  return 'new';
}

async function start(path: string, data: string, contents: 'existing' | 'new'): Promise<PGlite> {
  const { PGlite: Database } = await import('@electric-sql/pglite');
  try {
    return await Database.create({ dataDir: data });
  } catch (error) {
    if (contents === 'existing') throw damaged(path, messageOf(error), error);
    const hint = 'Check that the disk has 60 MB to spare.';
    throw new MendqError('MENDQ_E_LEDGER_UNREACHABLE', `the ledger ${path} can not be created: ${messageOf(error)}`, { hint, cause: error });
  }
}

/** Makes what was created or removed in a folder survive a power cut. */
async function flush(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function damaged(path: string, problem: string, cause?: unknown): MendqError {
  const hint =
    'Check that the disk is not full. Otherwise restore the folder from a backup, or move it away: letters that still are in their queues are read again.';
  return new MendqError('MENDQ_E_LEDGER_CORRUPT', `the ledger ${path} can not be started: ${problem}`, { hint, cause });
}
