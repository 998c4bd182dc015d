import { mendqRelease } from '../core/mendq-release.ts';

/** The versions that a report of a fault needs. */
export type Versions = Readonly<Record<'mendq' | 'node' | 'platform', string>>;

/** Reads the versions. */
export function versions(): Versions {
  return { mendq: mendqRelease(), node: process.version, platform: `${process.platform} ${process.arch}` };
}

/** The versions in one line. */
export function versionLine(): string {
  const { mendq, node, platform } = versions();
  return `mendq ${mendq} (node ${node}, ${platform})`;
}
