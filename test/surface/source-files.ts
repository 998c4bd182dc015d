import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from './root.ts';

/** A file of the repository: its path from the root, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** The files under `folder` whose name `matches`, sorted by path. Installed and built ones are left out. */
export function sourceFiles(folder: string, matches: RegExp): readonly SourceFile[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && matches.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    .filter((path) => !/(^|\/)(node_modules|dist|coverage|[.]git|[.]mendq[^/]*)\//.test(path))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}
