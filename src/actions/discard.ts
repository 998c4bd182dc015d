import type { LetterId } from '../core/dead-letter.ts';
import type { House, QueueFailure } from '../house.ts';
import type { AuditEventDraft } from '../ledger/audit-event.ts';
import type { DecisionEntry, Transition } from '../ledger/contract.ts';
import type { PassContext } from '../pass/pass-context.ts';
import { actedLetters, toReport, type ActedLetter, type ActionReport, type ResultOf } from './action-report.ts';
import type { OrderFor } from './carry-out.ts';
import { emptyGroup, findTarget, queuesOf, targetLetters, type Target } from './find-target.ts';
import type { KnownRecord } from './know-letters.ts';
import { OPEN_STATES } from './may-order.ts';
import { orderEach } from './replay.ts';

/** How a person discards. */
export interface DiscardOptions {
  /** Who does it, for the audit. */
  readonly actor: string;
  /** Why, for the audit and the archive's readers. */
  readonly reason?: string;
  /** Has to be true for a group. */
  readonly yes?: boolean;
  /** When aborted, the letters in hand are finished and the report is given. */
  readonly signal?: AbortSignal;
}

/** What became of a discard. */
export interface DiscardReport extends ActionReport {
  /** Set where a group was named without `yes`: nothing was done. */
  readonly unconfirmed?: { readonly letters: number; readonly example: LetterId };
}

/**
 * Archives a letter, or the letters of a group, and then takes them off their queue, each only while it still is the
 * dead letter that was read. A letter that the broker does not give up stays where it was, and the report says why.
 */
export async function discard(house: House, name: string, options: DiscardOptions): Promise<DiscardReport> {
  const target = await findTarget(house, name);
  const context = await house.passContext(options.signal ?? new AbortController().signal, queuesOf(target));
  const failures: QueueFailure[] = [...context.failures];
  if (target.kind === 'group' && options.yes !== true) return previewOf(target, context, failures);
  const before = new Map<LetterId, KnownRecord>();
  const touched = await orderEach(target, context, orderOf(target, options, before), failures);
  const letters = await actedLetters(touched, context, discardResult);
  const backed = await putBack(letters, before, options.actor, context);
  return toReport(backed, { failures, interrupted: context.signal.aborted });
}

function orderOf(target: Target, { actor, reason }: DiscardOptions, before: Map<LetterId, KnownRecord>): OrderFor {
  return (record) => {
    before.set(record.id, record);
    // Without a key: taking a letter off waits for no other letter of its work.
    const { idempotencyKey: _, ...known } = record.decision;
    const why = `${actor} discarded it${reason === undefined || reason === '' ? '' : `: ${reason}`}`;
    const plan = { verdict: 'discard', operations: [], attempts: 'single', proofs: [], order: { by: actor, scope: target.kind } } as const;
    return { record, why, decision: { ...known, plan } };
  };
}

const discardResult: ResultOf = ({ state }): ActedLetter['result'] => {
  if (state === 'discarded') return 'done';
  return state === 'planned' || state === 'claimed' || state === 'intent' ? 'waiting' : 'refused';
};

/** Gives letters that the broker did not give up the state and the decision back that they had; undecided ones are decided by the next pass. */
async function putBack(letters: readonly ActedLetter[], before: ReadonlyMap<LetterId, KnownRecord>, actor: string, context: PassContext): Promise<readonly ActedLetter[]> {
  const refused = letters.flatMap(({ id, result, state, why }) => {
    const record = before.get(id);
    return record === undefined || result !== 'refused' || state !== 'escalated' ? [] : [{ record, event: keptEvent(record, why, actor) }];
  });
  const undecided = refused.filter(({ record }) => record.state === 'seen');
  const decided = refused.flatMap(({ record, event }) => (record.state === 'seen' ? [] : [entryFor(record, event)]));
  const now = context.clock.now();
  const stored = await context.ledger.decide(decided, now);
  const seen = undecided.map(({ record: { id, why }, event }): Transition => ({ id, from: ['escalated'], to: 'seen', why, event }));
  const applied = await context.ledger.transition(seen, now);
  const back = [...decided.filter((_, index) => stored[index] === true), ...seen.filter((_, index) => applied[index] === true)];
  const states = new Map(back.map((change) => [change.id, 'state' in change ? change.state : change.to]));
  return letters.map((letter) => ({ ...letter, state: states.get(letter.id) ?? letter.state }));
}

function keptEvent({ decision }: KnownRecord, refusal: string, actor: string): AuditEventDraft {
  return { type: 'decided', actor, detail: { verdict: decision.plan.verdict, why: `not discarded: ${refusal}; it is as it was before` } };
}

function entryFor({ id, state, decision, hold, dueAt, why }: KnownRecord, event: AuditEventDraft): DecisionEntry {
  if (state === 'escalated' || state === 'parked') return { id, state, why, decision, event };
  return { id, state: 'planned', ...(hold === undefined ? {} : { hold }), ...(dueAt === undefined ? {} : { dueAt }), why, decision, event };
}

async function previewOf(target: Target & { readonly kind: 'group' }, context: PassContext, failures: QueueFailure[]): Promise<DiscardReport> {
  let letters = 0;
  let example: LetterId | undefined;
  for await (const batch of targetLetters(target, OPEN_STATES, context)) {
    example ??= batch[0]?.record.id;
    letters += batch.length;
  }
  if (example === undefined) throw emptyGroup(target.signature);
  return { ...toReport([], { failures, interrupted: context.signal.aborted }), unconfirmed: { letters, example } };
}
