import type { Ledger, Transition } from '../ledger/contract.ts';
import type { Signature } from '../core/signature.ts';

/** Letters set back at once. */
const BATCH = 500;

/** Who sets letters back, and why. */
export interface SetBack {
  readonly from: Transition['from'];
  readonly actor: string;
  readonly why: string;
  readonly now: Date;
}

/** Sets the letters of a group back, so that the next pass decides them again. Returns how many. Doing it twice sets back none. */
export async function setGroupBack(ledger: Ledger, signature: Signature, { from, actor, why, now }: SetBack): Promise<number> {
  let set = 0;
  for (;;) {
    const letters = await ledger.list({ signature, states: from, limit: BATCH });
    const applied = await ledger.transition(letters.map(({ id }) => backChange(id, { from, actor, why, now })), now);
    set += applied.filter(Boolean).length;
    if (letters.length < BATCH || !applied.some(Boolean)) return set;
  }
}

/** The change that sets one letter back. */
export function backChange(id: string, { from, actor, why }: SetBack): Transition {
  return { id, from, to: 'seen', why: `${why}; decided again`, event: { type: 'released', actor, detail: { why } } };
}
