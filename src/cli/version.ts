import { readFileSync } from 'node:fs';

/** The versions that a report of a fault needs. */
export type Versions = Readonly<Record<'mendq' | 'node' | 'platform', string>>;

/** Reads the versions; mendq's from its package.json. */
export function versions(): Versions {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { readonly version: string };
  return { mendq: manifest.version, node: process.version, platform: `${process.platform} ${process.arch}` };
}

/** The versions in one line. */
export function versionLine(): string {
  const { mendq, node, platform } = versions();
  return `mendq ${mendq} (node ${node}, ${platform})`;
}
