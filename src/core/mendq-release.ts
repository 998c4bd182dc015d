import { readFileSync } from 'node:fs';

/** The release of this mendq, as its package.json says. */
export function mendqRelease(): string {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { readonly version: string };
  return manifest.version;
}
