import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Clock } from '../core/clock.ts';
import type { LetterId } from '../core/dead-letter.ts';
import { MendqError, messageOf } from '../core/errors.ts';
import { composeFile, forgottenIn, readFileLines, withoutLetters } from './archive-file.ts';
import { fromLine, toLine } from './archive-line.ts';
import type { ArchivedBatch, ArchivedLetter, ArchiveStore } from './contract.ts';
import { flushFolder, removeAbandoned, storeDurably } from './durable-file.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

const ENDING = '.jsonl.gz';
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MILLISECONDS = 24 * 60 * 60_000;

/**
 * Cold storage in a folder: one compressed JSON Lines file a batch, named by day and content hash, written beside
 * its place, flushed and renamed, so that a file is there whole or not at all. The folder is created when missing.
 */
export function folderArchive(folder: string, clock: Clock): Required<ArchiveStore> {
  const root = resolve(folder);
  const write = async (path: string, text: string): Promise<void> => {
    await storeDurably(path, await compress(text)).catch((error: unknown) => {
      throw archiveError(`the archive folder ${root} can't be written: ${messageOf(error)}`, error);
    });
  };
  return {
    location: root,
    put: async (letters) => {
      const { name, text } = composeFile(letters.map(toLine));
      const path = join(root, clock.now().toISOString().slice(0, 10), `${name}${ENDING}`);
      await write(path, text);
      return letters.map(() => relative(root, path));
    },
    get: async (location, id) => findLetter(await readLines(root, location), id, location),
    scan: () => scanFolder(root, clock),
    forget: async (location, ids) => {
      const path = pathOf(root, location);
      if (!(await isThere(path))) return 0;
      const rest = withoutLetters(basename(path, ENDING), await readLines(root, location), ids);
      if (rest !== undefined) await write(path, rest.text);
      return rest?.removed ?? 0;
    },
    prune: (before) => pruneFolder(root, before),
  };
}

function findLetter(lines: readonly string[], id: LetterId, location: string): ArchivedLetter {
  for (const line of lines) {
    if (forgottenIn(line) === id) throw archiveError(`letter ${id} was forgotten: its content is gone from the archive`);
    const letter = fromLine(line);
    if (letter?.id === id) return letter;
  }
  throw archiveError(`the archive file ${location} holds no letter ${id}`);
}

async function readLines(root: string, location: string): Promise<readonly string[]> {
  const path = pathOf(root, location);
  const text = await readFile(path)
    .then((content) => decompress(content))
    .then((content) => content.toString('utf8'))
    .catch((error: unknown) => {
      throw archiveError(`the archive file ${path} can't be read: ${messageOf(error)}`, error);
    });
  const lines = readFileLines(basename(path, ENDING), text);
  if (lines === undefined) throw archiveError(`the archive file ${path} was changed: its content hash does not hold`);
  return lines;
}

async function isThere(path: string): Promise<boolean> {
  const names: readonly string[] = await readdir(dirname(path)).catch(() => []);
  return names.includes(basename(path));
}

function pathOf(root: string, location: string): string {
  const path = join(root, location);
  if (relative(root, path).startsWith('..')) throw archiveError(`the location ${location} is outside of the archive folder ${root}`);
  return path;
}

async function* scanFolder(root: string, clock: Clock): AsyncGenerator<ArchivedBatch> {
  for (const day of await daysIn(root)) {
    const folder = join(root, day);
    await removeAbandoned(folder, clock.now());
    for (const name of (await readdir(folder)).filter((file) => file.endsWith(ENDING)).toSorted()) yield await readBatch(root, join(day, name));
  }
}

async function readBatch(root: string, location: string): Promise<ArchivedBatch> {
  try {
    return { location, letters: (await readLines(root, location)).flatMap((line) => fromLine(line) ?? []) };
  } catch (error) {
    return { location, letters: [], problem: messageOf(error) };
  }
}

/** Removes whole days: the last letter of a day is older than the first moment of the next. */
async function pruneFolder(root: string, before: Date): Promise<number> {
  let removed = 0;
  for (const day of await daysIn(root)) {
    if (new Date(day).getTime() + DAY_MILLISECONDS > before.getTime()) continue;
    removed += (await readdir(join(root, day))).filter((name) => name.endsWith(ENDING)).length;
    await rm(join(root, day), { recursive: true, force: true });
  }
  if (removed > 0) await flushFolder(root);
  return removed;
}

/** The folders of the archive, oldest first; none where nothing was ever archived. */
async function daysIn(root: string): Promise<readonly string[]> {
  const names = await readdir(root).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw archiveError(`the archive folder ${root} can't be read: ${messageOf(error)}`, error);
  });
  return names.filter((name) => DAY.test(name)).toSorted();
}

function archiveError(message: string, cause?: unknown): MendqError {
  return new MendqError('MENDQ_E_ARCHIVE', message, {
    hint: 'Check the folder and its rights, or set `archive` in the configuration. No letter was removed from its queue.',
    cause,
  });
}
