import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Clock } from '../core/clock.ts';
import { MendqError, messageOf } from '../core/errors.ts';
import { sha256 } from '../core/hash.ts';
import { fromLine, toLine } from './archive-line.ts';
import type { ArchivedLetter, ArchiveStore } from './contract.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/**
 * Cold storage in a folder: one compressed JSON Lines file a batch, named by day and content hash, written beside
 * its place, flushed and renamed, so that a file is there whole or not at all. The folder is created when missing.
 */
export function folderArchive(folder: string, clock: Clock): ArchiveStore {
  const root = resolve(folder);
  return {
    location: root,
    put: async (letters) => {
      const text = letters.map((letter) => `${toLine(letter)}\n`).join('');
      const day = clock.now().toISOString().slice(0, 10);
      const path = join(root, day, `${sha256(text)}.jsonl.gz`);
      await storeDurably(path, await compress(text)).catch((error: unknown) => {
        throw archiveError(`the archive folder ${root} can't be written: ${messageOf(error)}`, error);
      });
      return letters.map(() => relative(root, path));
    },
    get: (location, id) => readLetter(root, location, id),
  };
}

async function storeDurably(path: string, content: Uint8Array): Promise<void> {
  const directory = join(path, '..');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomUUID()}.part`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  // The rename itself is durable only once the directory entry is.
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function readLetter(root: string, location: string, id: string): Promise<ArchivedLetter> {
  const path = join(root, location);
  if (relative(root, path).startsWith('..')) throw archiveError(`the location ${location} is outside of the archive folder ${root}`);
  const text = await readFile(path)
    .then((content) => decompress(content))
    .then((content) => content.toString('utf8'))
    .catch((error: unknown) => {
      throw archiveError(`the archive file ${path} can't be read: ${messageOf(error)}`, error);
    });
  if (!path.includes(sha256(text))) throw archiveError(`the archive file ${path} was changed: its content hash does not hold`);
  for (const line of text.split('\n')) {
    const letter = line === '' ? undefined : fromLine(line);
    if (letter?.id === id) return letter;
  }
  throw archiveError(`the archive file ${path} holds no letter ${id}`);
}

function archiveError(message: string, cause?: unknown): MendqError {
  return new MendqError('MENDQ_E_ARCHIVE', message, {
    hint: 'Check the folder and its rights, or set `archive` in the configuration. No letter was removed from its queue.',
    cause,
  });
}
