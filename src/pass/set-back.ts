import type { Ledger, Transition } from '../ledger/contract.ts';
import type { Signature } from '../core/signature.ts';

/** Letters changed at once. */
const BATCH = 500;

/** Who sets letters back, and why. */
export interface SetBack {
  readonly from: Transition['from'];
  readonly actor: string;
  readonly why: string;
  readonly now: Date;
}

/** Sets the letters of a group back, so that the next pass decides them again. Returns how many. Doing it twice sets back none. */
export async function setGroupBack(ledger: Ledger, signature: Signature, back: SetBack): Promise<number> {
  return changeGroup(ledger, signature, back, (id) => backChange(id, back));
}

/** The change that sets one letter back. */
export function backChange(id: string, { from, actor, why }: SetBack): Transition {
  return { id, from, to: 'seen', why: `${why}; decided again`, event: { type: 'released', actor, detail: { why } } };
}

/** Parks the escalated letters of a group until a person has decided. Doing it twice parks none. */
export async function parkGroup(ledger: Ledger, signature: Signature, why: string, now: Date): Promise<void> {
  const event = { type: 'finished' as const, actor: 'mendq', detail: { outcome: 'parked', why } };
  await changeGroup(ledger, signature, { from: ['escalated'], now }, (id) => ({ id, from: ['escalated'], to: 'parked', why, event }));
}

/** Changes all letters of a group that are in one of the states, some hundred a statement. Returns how many. */
async function changeGroup(ledger: Ledger, signature: Signature, { from, now }: Pick<SetBack, 'from' | 'now'>, change: (id: string) => Transition): Promise<number> {
  let changed = 0;
  for (;;) {
    const letters = await ledger.list({ signature, states: from, limit: BATCH });
    const applied = await ledger.transition(letters.map(({ id }) => change(id)), now);
    changed += applied.filter(Boolean).length;
    if (letters.length < BATCH || !applied.some(Boolean)) return changed;
  }
}
