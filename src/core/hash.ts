import { createHash, hash } from 'node:crypto';

/** SHA-256 of the parts, as lower-case hex. Parts are separated by a NUL, so `['ab', 'c']` differs from `['a', 'bc']`. */
export function sha256(...parts: readonly (string | Uint8Array)[]): string {
  // The one-shot function costs a third of a hash object, and text is what nearly every caller has.
  if (parts.every((part) => typeof part === 'string')) return hash('sha256', parts.join('\0'));
  const sum = createHash('sha256');
  for (const [index, part] of parts.entries()) {
    if (index > 0) sum.update('\0');
    sum.update(part);
  }
  return sum.digest('hex');
}
