import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from './root.ts';

interface Manifest {
  readonly name: string;
  readonly bin: { readonly mendq: string };
  readonly files: readonly string[];
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** package.json. */
export const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;

/** What users can import. */
export interface EntryPoint {
  /** As users write it: `mendq/bullmq`. */
  readonly name: string;
  /** The built files, as package.json names them. */
  readonly code: string;
  readonly types: string;
  /** Path from the root of the repository: `src/queues/bullmq/index.ts`. */
  readonly source: string;
  /** The committed description of what it exports. */
  readonly report: string;
}

/** Every entry point of package.json that holds code. */
export function entryPoints(): readonly EntryPoint[] {
  return Object.entries(manifest.exports).flatMap(([subpath, target]) => {
    if (typeof target === 'string') return [];
    const source = target.default.replace(/^[.]\/dist\//, 'src/').replace(/[.]js$/, '.ts');
    const name = subpath.replace(/^[.]/, manifest.name);
    return [{ name, code: target.default, types: target.types, source, report: `api/${name.replaceAll('/', '-')}.api.md` }];
  });
}
