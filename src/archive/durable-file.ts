import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const ENDING = '.part';

/** Milliseconds after which an unfinished file has no writer any more. */
const ABANDONED = 60 * 60_000;

/** Writes a file beside its place, flushes it and renames it, so that it is there whole or not at all, or as it was before. */
export async function storeDurably(path: string, content: Uint8Array): Promise<void> {
  const directory = dirname(path);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomUUID()}${ENDING}`;
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
  await flushFolder(directory);
}

/** Makes what was renamed or removed in a folder durable: until then only the files themselves are. */
export async function flushFolder(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes what writers left behind that were killed before they could rename. */
export async function removeAbandoned(directory: string, now: Date): Promise<void> {
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    if (name.endsWith(ENDING) && now.getTime() - (await stat(path)).mtimeMs > ABANDONED) await rm(path, { force: true });
  }
}
