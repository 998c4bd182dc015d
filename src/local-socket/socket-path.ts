import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What every system takes as the address of a socket; the shortest limit is 104 bytes with the closing NUL. */
const MOST_BYTES = 100;

/**
 * Calls `use` with a path to `name` in `folder` that is short enough for a socket. A longer one is shortened by a
 * symbolic link in the folder for temporary files, which is gone when this resolves; the socket itself stays where it is.
 */
export async function withSocketPath<Result>(folder: string, name: string, use: (path: string) => Promise<Result>): Promise<Result> {
  const path = join(folder, name);
  if (Buffer.byteLength(path) <= MOST_BYTES) return await use(path);
  const base = Buffer.byteLength(join(tmpdir(), 'mendq-socket-XXXXXX', 'l', name)) <= MOST_BYTES ? tmpdir() : '/tmp';
  const shortcut = await mkdtemp(join(base, 'mendq-socket-'));
  try {
    await symlink(folder, join(shortcut, 'l'));
    return await use(join(shortcut, 'l', name));
  } finally {
    await rm(shortcut, { recursive: true, force: true });
  }
}
