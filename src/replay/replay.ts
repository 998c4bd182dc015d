import type { Clock } from '../core/clock.ts';
import { droppedWhy } from '../core/dropped.ts';
import type { LetterState } from '../core/outcome.ts';
import type { Ledger, LetterRecord, Lease, Transition } from '../ledger/contract.ts';
import type { QueueAdapter, ReplayOrder, ReplayReceipt } from '../queues/contract.ts';
import { replayIdOf } from './replay-id.ts';

export { backoffDelay } from './backoff.ts';
export { allowanceOf } from './canary.ts';
export { watch, type WatchedLetter } from './outcomes.ts';
export { recall, recallAgain, type RecalledLetter } from './recall.ts';

/** What a replay works with. */
export interface ReplayContext {
  readonly ledger: Ledger;
  readonly queue: QueueAdapter;
  readonly lease: Lease;
  readonly clock: Clock;
  /** Milliseconds after which a letter that waits for other messages is tried again. */
  readonly holdRetry: number;
}

/** A letter after its order was sent. */
export interface SentLetter {
  readonly record: LetterRecord;
  readonly replayId: string;
  readonly state: Extract<LetterState, 'replayed' | 'planned' | 'superseded' | 'parked' | 'escalated'>;
  readonly why: string;
  /** For `planned`: when it is tried again. */
  readonly until?: Date;
}

/**
 * Puts claimed letters back on their main queue: intent, broker call, receipt, each durable before the next.
 * Rejects where the broker can't be reached; the intents then stay and `resend` finishes them.
 */
export async function replay(records: readonly LetterRecord[], context: ReplayContext): Promise<readonly SentLetter[]> {
  const intents = records.map(
    (record): Transition => ({
      id: record.id,
      from: ['claimed'],
      to: 'intent',
      owner: context.lease.owner,
      intent: 'replay',
      replayId: replayIdOf(record.id, record.round),
      event: { type: 'intent', actor: 'mendq', detail: { replayId: replayIdOf(record.id, record.round), round: record.round } },
    }),
  );
  const applied = await context.ledger.transition(intents, context.clock.now());
  return resend(records.filter((_, index) => applied[index] === true), context);
}

/** Sends the orders of letters in state `intent`. The broker's record of each replay makes a second sending harmless. */
export async function resend(records: readonly LetterRecord[], context: ReplayContext): Promise<readonly SentLetter[]> {
  if (records.length === 0) return [];
  const receipts = await context.queue.replay(records.map(toOrder));
  const until = new Date(context.clock.now().getTime() + context.holdRetry);
  const sent = records.map((record, index) => toSentLetter(record, receipts[index], until));
  const changes = sent.map((letter, index) => toTransition(letter, receipts[index], context.clock.now()));
  const applied = await context.ledger.transition(changes, context.clock.now());
  return sent.filter((_, index) => applied[index] === true);
}

function toOrder(record: LetterRecord): ReplayOrder {
  const { queue, messageId, epoch, body } = record.letter;
  const plan = record.decision?.plan;
  return {
    queue,
    messageId,
    epoch,
    replayId: replayIdOf(record.id, record.round),
    original: body,
    attempts: plan?.attempts ?? 'single',
    ...(plan?.body === undefined ? {} : { repaired: plan.body }),
  };
}

function toSentLetter(record: LetterRecord, receipt: ReplayReceipt | undefined, until: Date): SentLetter {
  const replayId = replayIdOf(record.id, record.round);
  switch (receipt?.kind) {
    case 'done':
      return { record, replayId, state: 'replayed', why: receipt.earlier ? 'it is back on its queue (by the order before the interruption)' : 'it is back on its queue' };
    case 'superseded': {
      const dropped = receipt.gone === true ? droppedWhy(record.id, record.letter) : undefined;
      return dropped === undefined ? { record, replayId, state: 'superseded', why: receipt.why } : { record, replayId, state: 'parked', why: dropped };
    }
    case 'refused':
      return { record, replayId, state: 'escalated', why: `the broker refused the replay: ${receipt.why}` };
    case 'conflict':
      return { record, replayId, state: 'parked', why: `it can't be replayed beside a live one: ${receipt.why}` };
    case 'waiting':
      return { record, replayId, state: 'planned', why: receipt.why, until };
    case 'ambiguous':
      return { record, replayId, state: 'parked', why: `nobody can tell whether the replay happened: ${receipt.why}` };
    case undefined:
      return { record, replayId, state: 'parked', why: 'the adapter gave no receipt for the order' };
  }
}

function toTransition(letter: SentLetter, receipt: ReplayReceipt | undefined, now: Date): Transition {
  const { record, replayId, state, why, until } = letter;
  const detail = { replayId, receipt: receipt?.kind ?? 'none', why };
  if (state === 'replayed') {
    const replayedAt = receipt?.kind === 'done' ? receipt.at : now;
    return { id: record.id, from: ['intent'], to: state, why, replayedAt, lease: null, event: { type: 'replayed', actor: 'mendq', detail } };
  }
  if (until !== undefined) {
    const held = { reason: 'children', why, until: until.toISOString() };
    return { id: record.id, from: ['intent'], to: 'planned', why, hold: 'children', dueAt: until, lease: null, event: { type: 'held', actor: 'mendq', detail: held } };
  }
  return { id: record.id, from: ['intent'], to: state, why, outcomeAt: now, event: { type: 'finished', actor: 'mendq', detail: { ...detail, outcome: state } } };
}
