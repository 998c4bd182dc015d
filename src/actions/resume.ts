import { MendqError } from '../core/errors.ts';
import type { House } from '../house.ts';
import type { Ledger, Transition } from '../ledger/contract.ts';
import type { Signature } from '../core/signature.ts';
import { findLetter } from './show.ts';
import { whyClosed } from './may-order.ts';

/** Letters set back at once. */
const BATCH = 500;

/**
 * Lets mendq decide again: a letter that waits for a person (escalated or parked), or the escalated letters of a stopped
 * group, whose breaker is closed. The next pass decides them. Returns how many; `undefined` where the group is not
 * stopped. Rejects with `MENDQ_E_CONFLICT` where the letter does not wait for a person, and with `MENDQ_E_NOT_FOUND`.
 */
export async function resume(house: House, name: string, actor: string): Promise<number | undefined> {
  const { ledger } = await house.ledger();
  return /^s\d+:/.test(name) ? resumeGroup(ledger, name, actor, house.clock.now()) : resumeLetter(ledger, name, actor, house.clock.now());
}

async function resumeLetter(ledger: Ledger, name: string, actor: string, now: Date): Promise<number> {
  const record = await findLetter(ledger, name);
  const closed = whyClosed(record);
  const [applied] = closed === undefined ? await ledger.transition([setBack(record.id, ['escalated', 'parked'], actor, 'set back by a person')], now) : [false];
  if (applied === true) return 1;
  const why = closed ?? (record.state === 'planned' ? 'mendq has decided it already and will act on it' : 'the next pass decides it anyway');
  throw new MendqError('MENDQ_E_CONFLICT', `${record.id} does not wait for a person: ${why}`, { hint: 'Its timeline tells what happened to it: mendq show.' });
}

async function resumeGroup(ledger: Ledger, signature: Signature, actor: string, now: Date): Promise<number | undefined> {
  if (!(await ledger.closeBreaker(signature, now))) return undefined;
  let resumed = 0;
  for (;;) {
    const letters = await ledger.list({ signature, states: ['escalated'], limit: BATCH });
    const applied = await ledger.transition(letters.map(({ id }) => setBack(id, ['escalated'], actor, 'the group was resumed')), now);
    resumed += applied.filter(Boolean).length;
    if (letters.length < BATCH || !applied.some(Boolean)) return resumed;
  }
}

function setBack(id: string, from: Transition['from'], actor: string, why: string): Transition {
  return { id, from, to: 'seen', why: `${why}; decided again`, event: { type: 'released', actor, detail: { why } } };
}
