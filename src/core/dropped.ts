import type { LetterId, RawLetter } from './dead-letter.ts';

/** Why a letter is gone from its queue where the broker's own retention explains it, and how it comes back; `undefined` where it does not. */
export function droppedWhy(id: LetterId, { retention, broker }: RawLetter): string | undefined {
  if (retention === undefined) return undefined;
  return `${broker} has probably dropped it by itself (${retention}); mendq restore ${id} brings it back`;
}
