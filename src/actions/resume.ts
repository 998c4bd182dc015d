import { MendqError } from '../core/errors.ts';
import type { House } from '../house.ts';
import type { Ledger } from '../ledger/contract.ts';
import { backChange, setGroupBack } from '../pass/set-back.ts';
import type { Signature } from '../core/signature.ts';
import { findLetter } from './show.ts';
import { whyClosed } from './may-order.ts';

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
  const back = backChange(record.id, { from: ['escalated', 'parked'], actor, why: 'set back by a person', now });
  const [applied] = closed === undefined ? await ledger.transition([back], now) : [false];
  if (applied === true) return 1;
  const why = closed ?? (record.state === 'planned' ? 'mendq has decided it already and will act on it' : 'the next pass decides it anyway');
  throw new MendqError('MENDQ_E_CONFLICT', `${record.id} does not wait for a person: ${why}`, { hint: 'Its timeline tells what happened to it: mendq show.' });
}

async function resumeGroup(ledger: Ledger, signature: Signature, actor: string, now: Date): Promise<number | undefined> {
  if (!(await ledger.closeBreaker(signature, now))) return undefined;
  return setGroupBack(ledger, signature, { from: ['escalated'], actor, why: 'the group was resumed', now });
}
