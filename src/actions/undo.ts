import type { House, QueueFailure } from '../house.ts';
import type { LetterRecord, Transition } from '../ledger/contract.ts';
import { summaryOf } from '../pass/letter-summary.ts';
import { newLease, type PassContext } from '../pass/pass-context.ts';
import { tellRecalled } from '../pass/tell.ts';
import { recall } from '../replay/replay.ts';
import { actedLetters, toReport, type ActedLetter, type ActionReport, type ResultOf, type Touched } from './action-report.ts';
import { emptyGroup, findTarget, queuesOf, targetLetters, type TargetLetter } from './find-target.ts';
import { whyClosed } from './may-order.ts';
import { noteFailure } from './note-failure.ts';

/** How a person undoes. */
export interface UndoOptions {
  /** Who does it, for the audit. */
  readonly actor: string;
  /** When aborted, the letters in hand are finished and the report is given. */
  readonly signal?: AbortSignal;
}

/**
 * Takes back what has not run: a plan is given up, a replay that no worker has started is taken off its queue and made
 * the dead letter that it was, byte for byte. The letters are then parked until a person decides. What a worker has
 * started stays as it is, and its outcome is watched on.
 */
export async function undo(house: House, name: string, options: UndoOptions): Promise<ActionReport> {
  const target = await findTarget(house, name);
  const context = await house.passContext(options.signal ?? new AbortController().signal, queuesOf(target));
  const failures: QueueFailure[] = [...context.failures];
  const touched: Touched[] = [];
  for await (const batch of targetLetters(target, ['planned', 'replayed'], context)) {
    touched.push(...(await undoBatch(batch, options.actor, context, failures)));
    context.emit('pass-progress', { stage: 'acting', queue: batch[0]?.record.letter.queue ?? '', letters: touched.length });
    if (context.signal.aborted) break;
  }
  if (target.kind === 'group' && touched.length === 0) throw emptyGroup(target.signature);
  const letters = await actedLetters(touched, context, undoResult);
  return toReport(letters, { failures, interrupted: context.signal.aborted });
}

const undoResult: ResultOf = ({ state }): ActedLetter['result'] => {
  if (state === 'parked') return 'done';
  return state === 'intent' ? 'waiting' : 'refused';
};

async function undoBatch(batch: readonly TargetLetter[], actor: string, context: PassContext, failures: QueueFailure[]): Promise<readonly Touched[]> {
  const records = batch.map(({ record }) => record);
  const planned = records.filter(({ state }) => state === 'planned');
  const givenUp = await giveUpPlans(planned, actor, context);
  const replayed = records.filter(({ state, stripped }) => state === 'replayed' && stripped !== true);
  await takeBack(replayed, actor, context, failures);
  const moved = new Set(planned.filter((_, index) => givenUp[index] !== true).map(({ id }) => id));
  return batch.map(({ record, fresh }) => {
    const refused = moved.has(record.id) ? 'it has moved on at this moment; look again' : whyNothingToUndo(record);
    return { record, was: fresh ? 'new' : record.state, ...(refused === undefined ? {} : { refused }) };
  });
}

function whyNothingToUndo(record: LetterRecord): string | undefined {
  const { state, why } = record;
  if (state === 'planned' || (state === 'replayed' && record.stripped !== true)) return undefined;
  if (state === 'seen') return 'nothing is planned for it yet';
  if (state === 'escalated' || state === 'parked') return `nothing is planned for it: it waits for a person (${why})`;
  if (state === 'healed' || state === 'presumed' || state === 'returned') return `it has run already and ended as ${state}: ${why}`;
  return whyClosed(record);
}

async function giveUpPlans(planned: readonly LetterRecord[], actor: string, context: PassContext): Promise<readonly boolean[]> {
  if (planned.length === 0) return [];
  const now = context.clock.now();
  const why = `undone by ${actor} before it ran; the letter waits in its queue for a person`;
  const changes = planned.map(({ id, decision }): Transition => {
    const detail = { outcome: 'parked', undone: decision?.plan.verdict ?? null, why };
    return { id, from: ['planned'], to: 'parked', why, hold: null, dueAt: null, outcomeAt: now, event: { type: 'finished', actor, detail } };
  });
  const applied = await context.ledger.transition(changes, now);
  for (const [index, record] of planned.entries()) if (applied[index] === true) context.emit('letter-finished', { letter: summaryOf(record), outcome: 'parked', why });
  return applied;
}

/** A queue that fails is noted; the intents stand and the next pass finishes them. */
async function takeBack(replayed: readonly LetterRecord[], actor: string, context: PassContext, failures: QueueFailure[]): Promise<void> {
  for (const queue of context.queues) {
    const own = replayed.filter(({ letter }) => letter.queue === queue.name);
    if (own.length === 0) continue;
    try {
      const { ledger, clock } = context;
      await tellRecalled(await recall(own, { ledger, queue, lease: newLease(context), clock, actor }), context);
    } catch (error) {
      noteFailure(queue.name, error, failures, context);
    }
  }
}
