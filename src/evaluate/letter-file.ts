import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { MendqError, messageOf } from '../core/errors.ts';
import type { LocatedLetter } from './located-letter.ts';
import { readLetters } from './read-letters.ts';

/** A file of letters that can be read several times. */
export interface LetterFile {
  /** Reads it from its beginning, a letter at a time; see `readLetters`. */
  read(): AsyncGenerator<LocatedLetter>;
  close(): Promise<void>;
}

/** Where letters come from: a file by its path, or bytes that can be read only once, such as standard input. */
export type LetterSource = { readonly path: string } | { readonly stream: Readable };

/**
 * Opens a file of JSON Lines. Rejects with `MENDQ_E_USAGE` where it can't be read. `name` is what errors call it. When `signal`
 * is aborted, a stream is not awaited any longer: the file then has what has come.
 */
export async function openLetterFile(source: LetterSource, name: string, signal: AbortSignal): Promise<LetterFile> {
  const handle = await ('path' in source ? openPath(source.path, name, signal) : keep(source.stream, signal));
  return {
    read: () => readLetters(handle.createReadStream({ start: 0, autoClose: false }), name),
    close: () => handle.close(),
  };
}

async function openPath(path: string, name: string, signal: AbortSignal): Promise<FileHandle> {
  const handle = await open(path, 'r').catch((error: unknown) => {
    throw unreadable(name, error);
  });
  const stats = await handle.stat();
  if (stats.isFile()) return handle;
  // A pipe (`<(gzip -dc letters.jsonl.gz)`) gives its bytes once.
  try {
    return await keep(handle.createReadStream({ autoClose: false }), signal);
  } catch (error) {
    throw unreadable(name, error);
  } finally {
    await handle.close();
  }
}

function unreadable(name: string, error: unknown): MendqError {
  return new MendqError('MENDQ_E_USAGE', `${name} can't be read: ${messageOf(error)}`, { hint: 'Give a file of JSON Lines, - for standard input, or nothing for the letters that mendq ships.', cause: error });
}

/** Keeps what can be read only once in a file without a name, which is gone with the process however that ends. */
async function keep(stream: Readable, signal: AbortSignal): Promise<FileHandle> {
  // First of all: it listens for errors, which may come while the file is opened.
  const chunks = addAbortSignal(signal, stream);
  const path = join(tmpdir(), `mendq-letters-${randomUUID()}`);
  const handle = await open(path, 'wx+', 0o600);
  await unlink(path);
  try {
    for await (const chunk of chunks) await handle.appendFile(chunk as Uint8Array);
    return handle;
  } catch (error) {
    if (signal.aborted) return handle;
    await handle.close();
    throw error;
  }
}
