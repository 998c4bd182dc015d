import type { GuardAnswer } from '../guard/guard.ts';
import type { LetterRecord } from '../ledger/contract.ts';
import type { LetterWait, QueueAdapter } from '../queues/contract.ts';
import { holdAndRefuse } from './hold.ts';
import type { PassContext } from './pass-context.ts';

/** Longest time between two looks at a letter that waits for others, in milliseconds; it is woken when one of them heals. */
const LONGEST_WAIT = 10 * 60_000;

/**
 * Holds the letters that wait for other messages before anything else is asked of them, so that waiting takes no place
 * of their group's canary and uses up nothing; one that would wait in vain goes to a person. Returns the others.
 */
export async function holdWaiting(records: readonly LetterRecord[], queue: QueueAdapter, context: PassContext): Promise<readonly LetterRecord[]> {
  if (queue.waits === undefined) return records;
  const replays = records.filter(({ decision }) => decision?.plan.verdict === 'retry' || decision?.plan.verdict === 'repair');
  const found = await queue.waits(replays.map(({ letter }) => letter));
  const waits = new Map(replays.flatMap((record, index) => (found[index] === undefined ? [] : [[record, found[index]] as const])));
  if (waits.size === 0) return records;
  await holdAndRefuse([...waits].map(([record, wait]) => toAnswer(record, wait, context)), context);
  return records.filter((record) => !waits.has(record));
}

function toAnswer(record: LetterRecord, { kind, why }: LetterWait, context: PassContext): GuardAnswer {
  if (kind === 'refused') return { kind: 'refused', record, state: 'escalated', why, claimed: false };
  return { kind: 'held', record, reason: 'children', why, claimed: false, until: nextLook(record, context) };
}

/** The longer a letter has waited, the later it is looked at again where nothing wakes it. */
function nextLook({ letter }: LetterRecord, { policy, clock }: PassContext): Date {
  const now = clock.now().getTime();
  const waited = Math.max(0, now - letter.failure.at.getTime());
  return new Date(now + Math.min(Math.max(waited / 4, policy.holdRetry), Math.max(LONGEST_WAIT, policy.holdRetry)));
}
