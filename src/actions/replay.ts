import type { Plan } from '../core/plan.ts';
import { toDeadLetter } from '../core/to-dead-letter.ts';
import type { House, QueueFailure } from '../house.ts';
import type { PassContext } from '../pass/pass-context.ts';
import { workKeyOf } from '../pass/work-key.ts';
import { actedLetters, toReport, type ActedLetter, type ActionReport, type ResultOf, type Touched } from './action-report.ts';
import { carryOut, type OrderFor } from './carry-out.ts';
import { emptyGroup, findTarget, queuesOf, targetLetters, type Target } from './find-target.ts';
import { followLetters } from './follow-letters.ts';
import { OPEN_STATES } from './may-order.ts';

/** How a person orders a replay. */
export interface ReplayOptions {
  /** Who orders it, for the audit. */
  readonly actor: string;
  /** Follow the letters until each has an outcome. @defaultValue false */
  readonly wait?: boolean;
  /** Most milliseconds to wait. @defaultValue 10 minutes */
  readonly timeout?: number;
  /** When aborted, the letters in hand are finished and the report is given. */
  readonly signal?: AbortSignal;
}

/** Longest wait for outcomes, in milliseconds, where nobody says otherwise. */
export const DEFAULT_TIMEOUT = 10 * 60_000;

/**
 * Puts a letter, or the letters of a group, back on the main queue as they died, because a person says so. A letter by
 * itself waits for no limit of mendq's own; a group that was stopped goes on, step by step as the outcomes allow. What
 * holds in any case: the blocklist, the claim, a replay of the same work under way, and the business database.
 */
export async function replay(house: House, name: string, options: ReplayOptions): Promise<ActionReport> {
  const target = await findTarget(house, name);
  const context = await house.passContext(options.signal ?? new AbortController().signal, queuesOf(target));
  const failures: QueueFailure[] = [...context.failures];
  if (target.kind === 'group') await context.ledger.closeBreaker(target.signature, context.clock.now());
  const touched = await orderEach(target, context, orderOf(target, options.actor, context), failures);
  const going = touched.filter(({ refused }) => refused === undefined).map(({ record }) => record.id);
  if (options.wait === true) await followLetters(going, context, options.timeout ?? DEFAULT_TIMEOUT, failures);
  const letters = await actedLetters(touched, context, replayResult);
  return toReport(letters, { failures, interrupted: context.signal.aborted });
}

/** Carries an order out on each letter of the target, batch by batch. Rejects with `MENDQ_E_NOT_FOUND` where a group has none. */
export async function orderEach(target: Target, context: PassContext, orderFor: OrderFor, failures: QueueFailure[]): Promise<readonly Touched[]> {
  const touched: Touched[] = [];
  for await (const batch of targetLetters(target, OPEN_STATES, context)) {
    touched.push(...(await carryOut(batch, orderFor, context, failures)));
    context.emit('pass-progress', { stage: 'acting', queue: batch[0]?.record.letter.queue ?? '', letters: touched.length });
    if (context.signal.aborted) break;
  }
  if (target.kind === 'group' && touched.length === 0 && !context.signal.aborted) throw emptyGroup(target.signature);
  return touched;
}

function orderOf(target: Target, actor: string, context: PassContext): OrderFor {
  return (record) => {
    const { letter, round, decision } = record;
    const dead = toDeadLetter(letter, round);
    const named = workKeyOf(context.jobTypeOf(letter.queue, letter.name), dead, dead.payload);
    if (named.kind === 'problem') return { refused: `nobody can tell which work it is: ${context.redactorFor(letter).text(named.why)}` };
    const { idempotencyKey: _, ...known } = decision;
    const plan: Plan & { readonly order: NonNullable<Plan['order']> } = { verdict: 'retry', operations: [], attempts: 'full', proofs: [], order: { by: actor, scope: target.kind } };
    return { record, why: `${actor} ordered its replay`, decision: { ...known, plan, ...(named.key === undefined ? {} : { idempotencyKey: named.key }) } };
  };
}

/** What became of an ordered replay. */
export const replayResult: ResultOf = ({ state }): ActedLetter['result'] => {
  if (state === 'planned' || state === 'claimed' || state === 'intent' || state === 'seen') return 'waiting';
  return state === 'escalated' || state === 'parked' || state === 'superseded' || state === 'discarded' ? 'refused' : 'done';
};
