import type { RemovedLetter } from '../archive/archive.ts';
import type { RecalledLetter, SentLetter } from '../replay/replay.ts';
import { summaryOf } from './letter-summary.ts';
import type { PassContext } from './pass-context.ts';

/** Tells the application what became of replays. Returns how many letters are back on their queue. */
export function tellSent(sent: readonly SentLetter[], context: PassContext): number {
  for (const { record, replayId, state, why, until } of sent) {
    const letter = summaryOf(record);
    if (state === 'replayed') context.emit('letter-replayed', { letter, replayId, repaired: record.decision?.plan.body !== undefined });
    else if (state !== 'planned') context.emit('letter-finished', { letter, outcome: state, why });
    else if (until !== undefined) context.emit('letter-held', { letter, reason: 'children', why, until });
  }
  return sent.filter(({ state }) => state === 'replayed').length;
}

/** Tells the application what became of removals. */
export function tellRemoved(removed: readonly RemovedLetter[], context: PassContext): void {
  for (const { record, state, why } of removed) context.emit('letter-finished', { letter: summaryOf(record), outcome: state, why });
}

/** Tells the application which replays were taken back, and makes letters due that waited for them to have an outcome. */
export async function tellRecalled(recalled: readonly RecalledLetter[], context: PassContext): Promise<void> {
  const back = recalled.filter(({ state }) => state === 'parked');
  if (back.length === 0) return;
  for (const { record, why } of back) context.emit('letter-finished', { letter: summaryOf(record), outcome: 'parked', why });
  await context.ledger.release(back.map(({ record }) => record.id), ['canary', 'key-in-flight'], context.clock.now());
}
