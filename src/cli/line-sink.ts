import { randomUUID } from 'node:crypto';
import { access, link, open, rename, unlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { MendqError, messageOf } from '../core/errors.ts';

/** Takes lines that belong together. */
export interface LineSink {
  write(lines: readonly string[]): Promise<void>;
  /** Makes what was written count. */
  finish(): Promise<void>;
  /** Gives up what was not finished. May be called after `finish`, and then does nothing. */
  drop(): Promise<void>;
}

/** Writes each line at once. */
export function streamSink(write: (text: string) => void): LineSink {
  return { write: async (lines) => void (lines.length > 0 && write(`${lines.join('\n')}\n`)), finish: async () => undefined, drop: async () => undefined };
}

/**
 * Writes a file that only its owner may read and that is there as a whole or not at all. Rejects with `MENDQ_E_USAGE` where
 * it is there already, unless `force` is true, and where it can't be written.
 */
export async function fileSink(path: string, directory: string, force: boolean): Promise<LineSink> {
  const place = resolve(directory, path);
  if (!force && (await exists(place))) throw alreadyThere(path);
  const temporary = join(dirname(place), `.${basename(place)}.${randomUUID()}`);
  const handle = await open(temporary, 'wx', 0o600).catch((error: unknown) => {
    throw new MendqError('MENDQ_E_USAGE', `${path} can't be written: ${messageOf(error)}`, { hint: 'Give --out a file in a folder that is there.', cause: error });
  });
  let finished = false;
  return {
    write: async (lines) => {
      if (lines.length > 0) await handle.appendFile(`${lines.join('\n')}\n`);
    },
    finish: async () => {
      await handle.sync();
      await handle.close();
      await (force ? rename(temporary, place) : putInPlace(temporary, place, path));
      finished = true;
    },
    drop: async () => {
      if (finished) return;
      await handle.close().catch(() => undefined);
      await unlink(temporary).catch(() => undefined);
    },
  };
}

/** A link, unlike a rename, replaces nothing that has come meanwhile. */
async function putInPlace(temporary: string, place: string, path: string): Promise<void> {
  try {
    await link(temporary, place);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw alreadyThere(path);
    // A file system without links.
    return rename(temporary, place);
  }
  await unlink(temporary);
}

function alreadyThere(path: string): MendqError {
  return new MendqError('MENDQ_E_USAGE', `${path} is there already`, { hint: 'Name another file, or replace it with --force.' });
}

function exists(path: string): Promise<boolean> {
  return access(path).then(() => true, () => false);
}
