import type { Signature } from '../core/signature.ts';
import type { Ledger } from '../ledger/contract.ts';

/** Letters set back at once. */
const BATCH = 500;

/**
 * Closes a group's breaker and sets its escalated letters back, so that the next pass decides them again. Returns how
 * many; `undefined` where the group is not stopped.
 */
export async function resume(ledger: Ledger, signature: Signature, actor: string, now: Date): Promise<number | undefined> {
  if (!(await ledger.closeBreaker(signature, now))) return undefined;
  let resumed = 0;
  for (;;) {
    const letters = await ledger.list({ signature, states: ['escalated'], limit: BATCH });
    const changes = letters.map(({ id }) => ({
      id,
      from: ['escalated' as const],
      to: 'seen' as const,
      why: 'its group goes on; decided again',
      event: { type: 'released' as const, actor, detail: { why: 'the group was resumed' } },
    }));
    const applied = await ledger.transition(changes, now);
    resumed += applied.filter(Boolean).length;
    if (letters.length < BATCH || !applied.some(Boolean)) return resumed;
  }
}
