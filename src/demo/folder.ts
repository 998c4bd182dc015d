import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Name of the folder in the working directory. */
const NAME = '.mendq-demo';

/** An empty folder for the demo's ledger and archive: in `directory`, or a temporary one where that can't be written. */
export async function freshFolder(directory: string): Promise<string> {
  const folder = join(directory, NAME);
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder);
    // So that it stays out of whatever repository it was made in.
    await writeFile(join(folder, '.gitignore'), '*\n');
    return folder;
  } catch {
    return mkdtemp(join(tmpdir(), 'mendq-demo-'));
  }
}
