import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Name of the folder in the working directory. */
const NAME = '.mendq-demo';

/**
 * An empty folder for the demo's ledger and archive: in `directory`, where an earlier demo's is emptied first; a
 * temporary one where it can't be written or another demo is running in it.
 */
export async function freshFolder(directory: string): Promise<string> {
  const folder = join(directory, NAME);
  if (await isInUse(join(folder, 'ledger'))) return temporaryFolder();
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder);
    // So that it stays out of whatever repository it was made in.
    await writeFile(join(folder, '.gitignore'), '*\n');
    return folder;
  } catch {
    return temporaryFolder();
  }
}

function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'mendq-demo-'));
}

/** Whoever uses a ledger's folder listens on a socket in it; those of the dead refuse connections. */
async function isInUse(ledger: string): Promise<boolean> {
  const names = await readdir(ledger).catch(() => []);
  const answers = await Promise.all(names.filter((name) => name.endsWith('.sock')).map((name) => isListening(join(ledger, name))));
  return answers.includes(true);
}

function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(path);
    const answer = (listening: boolean): void => {
      socket.destroy();
      resolve(listening);
    };
    socket.once('connect', () => answer(true));
    socket.once('error', () => answer(false));
  });
}
