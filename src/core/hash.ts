import { createHash } from 'node:crypto';

/** SHA-256 of the parts, as lower-case hex. Parts are separated by a NUL, so `['ab', 'c']` differs from `['a', 'bc']`. */
export function sha256(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const [index, part] of parts.entries()) {
    if (index > 0) hash.update('\0');
    hash.update(part);
  }
  return hash.digest('hex');
}
