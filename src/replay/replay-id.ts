import type { LetterId } from '../core/dead-letter.ts';
import { sha256 } from '../core/hash.ts';

/** The id of a letter's replay in a round: the same on every machine and after every crash. */
export function replayIdOf(letter: LetterId, round: number): string {
  return `replay_${sha256(letter, String(round)).slice(0, 24)}`;
}
