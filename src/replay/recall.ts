import type { Clock } from '../core/clock.ts';
import type { LetterState } from '../core/outcome.ts';
import type { Ledger, LetterRecord, Lease, Transition } from '../ledger/contract.ts';
import type { QueueAdapter, RecallOrder, RecallReceipt } from '../queues/contract.ts';
import { replayIdOf } from './replay-id.ts';

/** What a recall works with. */
export interface RecallContext {
  readonly ledger: Ledger;
  readonly queue: QueueAdapter;
  readonly lease: Lease;
  readonly clock: Clock;
  /** Who takes the replays back, for the audit. */
  readonly actor: string;
}

/** A replayed letter after somebody tried to take it back. */
export interface RecalledLetter {
  readonly record: LetterRecord;
  /** `parked`: the original is dead in its queue again. `replayed`: it came too late, or the broker can't; watching goes on. */
  readonly state: Extract<LetterState, 'parked' | 'replayed'>;
  readonly why: string;
}

/**
 * Takes replayed letters back: intent, broker call, receipt, each durable before the next. Letters that are no longer
 * `replayed` are absent from the result. Rejects where the broker can't be reached; the intents then stay and
 * `recallAgain` finishes them.
 */
export async function recall(records: readonly LetterRecord[], context: RecallContext): Promise<readonly RecalledLetter[]> {
  const why = `undone by ${context.actor}`;
  const intents = records.map(
    ({ id, round }): Transition => ({
      id,
      from: ['replayed'],
      to: 'intent',
      intent: 'recall',
      lease: context.lease,
      why,
      event: { type: 'intent', actor: context.actor, detail: { intent: 'recall', replayId: replayIdOf(id, round), round, why } },
    }),
  );
  const applied = await context.ledger.transition(intents, context.clock.now());
  return recallAgain(records.flatMap((record, index) => (applied[index] === true ? [{ ...record, why }] : [])), context);
}

/** Sends the orders of letters whose intent is to be taken back. The broker knows what an earlier sending did. */
export async function recallAgain(records: readonly LetterRecord[], context: RecallContext): Promise<readonly RecalledLetter[]> {
  if (records.length === 0) return [];
  const receipts = await context.queue.recall(records.map(toOrder));
  const recalled = records.map((record, index) => toRecalledLetter(record, receipts[index]));
  const now = context.clock.now();
  const applied = await context.ledger.transition(recalled.map((letter) => toTransition(letter, context.actor, now)), now);
  return recalled.filter((_, index) => applied[index] === true);
}

function toOrder({ id, round, letter, decision }: LetterRecord): RecallOrder {
  const repaired = decision?.plan.body;
  return { letter, replayId: replayIdOf(id, round), ...(repaired === undefined ? {} : { repaired }) };
}

function toRecalledLetter(record: LetterRecord, receipt: RecallReceipt | undefined): RecalledLetter {
  switch (receipt?.kind) {
    case 'done':
      return { record, state: 'parked', why: `${record.why}; the original is back in its queue and waits for a person` };
    case 'superseded':
      return { record, state: 'replayed', why: `it was too late to take it back: ${receipt.why}` };
    case 'refused':
      return { record, state: 'replayed', why: `it can't be taken back: ${receipt.why}` };
    case undefined:
      return { record, state: 'replayed', why: 'the adapter gave no receipt for the recall' };
  }
}

function toTransition({ record, state, why }: RecalledLetter, actor: string, now: Date): Transition {
  const replayId = replayIdOf(record.id, record.round);
  if (state === 'parked') {
    const detail = { outcome: state, replayId, why };
    return { id: record.id, from: ['intent'], to: state, why, hold: null, dueAt: null, outcomeAt: now, event: { type: 'recalled', actor, detail } };
  }
  const replayedAt = record.replayedAt ?? now;
  return { id: record.id, from: ['intent'], to: state, why, replayedAt, lease: null, event: { type: 'released', actor, detail: { replayId, why } } };
}
