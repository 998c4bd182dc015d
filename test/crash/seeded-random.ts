import { createHash } from 'node:crypto';

/** Numbers in [0, 1) that are the same for the same seed: the first 32 bits of a hash of seed and draw. */
export function seededRandom(seed: number): () => number {
  let draw = 0;
  return () => {
    draw += 1;
    return createHash('sha256').update(`${seed}:${draw}`).digest().readUInt32BE(0) / 2 ** 32;
  };
}
