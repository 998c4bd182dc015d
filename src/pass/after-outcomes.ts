import type { Signature } from '../core/signature.ts';
import { reasonToStop } from '../guard/guard.ts';
import type { WatchedLetter } from '../replay/replay.ts';
import { summaryOf } from './letter-summary.ts';
import type { PassContext } from './pass-context.ts';

/**
 * Draws the consequences of outcomes: tells the application, stops groups that keep failing, and makes letters due
 * that waited for these outcomes (the next step of a canary, the other letter of the same work).
 */
export async function drawConsequences(finished: readonly WatchedLetter[], context: PassContext): Promise<void> {
  if (finished.length === 0) return;
  for (const { record, ...news } of finished) context.emit('letter-finished', { letter: summaryOf(record), ...news });
  await stopFailingGroups([...new Set(finished.flatMap(({ record }) => record.decision?.signatures.shape ?? []))], context);
  await context.ledger.release(
    finished.map(({ record }) => record.id),
    ['canary', 'key-in-flight'],
    context.clock.now(),
  );
}

/** Stops those of the groups whose replays keep coming back. */
export async function stopFailingGroups(signatures: readonly Signature[], context: PassContext): Promise<void> {
  for (const group of await context.ledger.groups(signatures)) {
    const why = reasonToStop(group, context.policy);
    if (why !== undefined) await stopGroup(group.signature, group.queue, why, context);
  }
}

async function stopGroup(signature: string, queue: string, why: string, context: PassContext): Promise<void> {
  const event = { type: 'finished' as const, actor: 'mendq', detail: { outcome: 'escalated', why } };
  const escalated = await context.ledger.openBreaker(signature, why, event, context.clock.now());
  context.emit('breaker-opened', { signature, queue, why });
  for (const record of await context.ledger.list({ ids: escalated, limit: Math.max(1, escalated.length) })) {
    context.emit('letter-finished', { letter: summaryOf(record), outcome: 'escalated', why });
  }
}
