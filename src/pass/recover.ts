import { removeAgain } from '../archive/archive.ts';
import type { Intent } from '../core/outcome.ts';
import { recallAgain, resend } from '../replay/replay.ts';
import type { LetterRecord } from '../ledger/contract.ts';
import type { QueueAdapter } from '../queues/contract.ts';
import { archiveContext } from './archive-context.ts';
import { newLease, type PassContext } from './pass-context.ts';
import { tellRecalled, tellRemoved, tellSent } from './tell.ts';

/** Letters recovered at once. */
const BATCH = 100;

/**
 * Finishes what an interrupted process left behind. A claim without an intent touched nothing and is given back; an
 * intent may or may not have reached the broker, so the same order is sent again: its record tells.
 */
export async function recover(queue: QueueAdapter, context: PassContext): Promise<void> {
  for (;;) {
    const lease = newLease(context);
    const abandoned = await context.ledger.takeAbandoned({ queue: queue.name, now: context.clock.now(), limit: BATCH, lease });
    if (abandoned.length === 0) return;
    await giveBack(abandoned.filter(({ state }) => state === 'claimed'), context);
    const intents = abandoned.filter(({ state }) => state === 'intent');
    const replays = intents.filter((record) => intentOf(record) === 'replay');
    const removals = intents.filter((record) => intentOf(record) === 'remove');
    tellSent(await resend(replays, { ledger: context.ledger, queue, lease, clock: context.clock, holdRetry: context.policy.holdRetry }), context);
    tellRemoved(await removeAgain(removals, archiveContext(queue, lease, context)), context);
    const recalls = intents.filter((record) => intentOf(record) === 'recall');
    await tellRecalled(await recallAgain(recalls, { ledger: context.ledger, queue, lease, clock: context.clock, actor: 'mendq' }), context);
    if (context.signal.aborted) return;
  }
}

/** What the letter's intent is about. Where an earlier release wrote it, the replay id is the only hint. */
function intentOf({ intent, replayId }: LetterRecord): Intent {
  return intent ?? (replayId === undefined ? 'remove' : 'replay');
}

async function giveBack(claimed: readonly LetterRecord[], context: PassContext): Promise<void> {
  const now = context.clock.now();
  await context.ledger.transition(
    claimed.map(({ id }) => ({
      id,
      from: ['claimed'],
      to: 'planned',
      dueAt: now,
      hold: null,
      lease: null,
      event: { type: 'recovered', actor: 'mendq', detail: { why: 'the process that claimed it stopped before it did anything' } },
    })),
    now,
  );
}
