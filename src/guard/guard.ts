import type { LetterId } from '../core/dead-letter.ts';
import type { AskFulfilment, FulfilmentAnswer } from '../core/fulfilment.ts';
import type { JobType, LetterSource } from '../core/job-type.ts';
import type { HoldReason } from '../core/outcome.ts';
import type { Policy } from '../core/policy.ts';
import type { BlocklistEntry, ClaimResult, GroupRecord, Ledger, Lease, LetterRecord } from '../ledger/contract.ts';
import { claim } from './claim.ts';
import { sourceOf } from './letter-source.ts';
import { askAbout } from './questions.ts';

export { judgeGroup } from './breaker.ts';
export { createAskFulfilment } from './fulfilment.ts';
export { sourceOf } from './letter-source.ts';

/** What may happen to a letter now. Answers are values; `allowed` and `settle` letters are claimed. */
export type GuardAnswer =
  /** Put it back on its main queue. */
  | { readonly kind: 'allowed'; readonly record: LetterRecord }
  /** Take it out of the queue: its work is done, or it was decided to be discarded. */
  | { readonly kind: 'remove'; readonly record: LetterRecord; readonly why: string }
  /** Not now. `claimed` tells whether the claim has to be given back; `until` is given where it is known. */
  | { readonly kind: 'held'; readonly record: LetterRecord; readonly reason: HoldReason; readonly why: string; readonly claimed: boolean; readonly until?: Date }
  /** Not by mendq: a person has to look. */
  | { readonly kind: 'refused'; readonly record: LetterRecord; readonly state: 'escalated' | 'parked'; readonly why: string; readonly claimed: boolean }
  /** Another process has it. */
  | { readonly kind: 'lost'; readonly record: LetterRecord };

/** What the guard needs to know and whom it asks. */
export interface GuardContext {
  readonly ledger: Ledger;
  readonly queue: string;
  readonly jobTypeOf: (queue: string, name: string) => JobType;
  readonly askFulfilment: AskFulfilment;
  readonly policy: Policy;
  /** Groups of the letters, by signature. */
  readonly groups: ReadonlyMap<string, GroupRecord>;
  /** Most letters of a letter's group that may be in flight. */
  readonly allowanceOf: (record: LetterRecord) => number;
  readonly lease: Lease;
  readonly now: Date;
}

/**
 * The check right before a letter is acted on, cheapest first: blocklist, rounds, breaker; then the claim, which also
 * keeps two letters of one piece of work apart; then, under that claim, the business database is asked, and the ledger
 * whether another letter of the work has healed. Asking before the claim would leave a gap in which the other letter
 * finishes and its "not yet" goes stale.
 *
 * A person's order overrides the limits that keep mendq from acting by itself: the rounds, and where it names the letter
 * also breaker, canary and what another letter of the work has done. Blocklist, claim, a key in flight and the business
 * database hold for it too.
 */
export async function guard(records: readonly LetterRecord[], context: GuardContext): Promise<readonly GuardAnswer[]> {
  const blocked = await findBlocked(records, context);
  const early = records.map((record, index) => refusalOf(record, blocked[index], context));
  const candidates = records.filter((_, index) => early[index] === undefined);
  const claims = await claim(candidates, context);
  const claimed = candidates.filter((_, index) => claims[index] === 'claimed');
  const fulfilment = await askAbout(claimed.filter(needsFulfilment), context);
  const doneElsewhere = await findDoneElsewhere(claimed, fulfilment, context);

  const late = new Map(candidates.map((record, index) => [record.id, claims[index] ?? 'lost'] as const));
  return records.map((record, index) => early[index] ?? (doneElsewhere.has(record.id) ? doneAnswer(record) : answerOf(record, late.get(record.id) ?? 'lost', fulfilment.get(record.id))));
}

/** Letters of work that another letter has done already, where the business database can't tell and doing it twice would show. */
async function findDoneElsewhere(
  claimed: readonly LetterRecord[],
  fulfilment: ReadonlyMap<LetterId, FulfilmentAnswer>,
  { ledger, jobTypeOf }: GuardContext,
): Promise<ReadonlySet<LetterId>> {
  const untold = claimed.filter((record) => {
    const answer = fulfilment.get(record.id)?.fulfilment ?? 'unknown';
    const { effects } = jobTypeOf(record.letter.queue, record.letter.name);
    return isReplay(record) && !isOrderedByName(record) && record.decision?.idempotencyKey !== undefined && answer === 'unknown' && effects !== 'none';
  });
  return new Set(untold.length === 0 ? [] : await ledger.doneElsewhere(untold.map(({ id }) => id)));
}

function doneAnswer(record: LetterRecord): GuardAnswer {
  const why = `another letter of the same work (${record.decision?.idempotencyKey ?? ''}) has healed, and no fulfilled hook tells whether this one is still to be done`;
  return { kind: 'refused', record, state: 'escalated', why, claimed: true };
}

async function findBlocked(records: readonly LetterRecord[], context: GuardContext): Promise<readonly (BlocklistEntry | undefined)[]> {
  const sources = records.map((record) => (isReplay(record) ? sourceOf(record, context.jobTypeOf) : undefined));
  const known = sources.filter((source): source is LetterSource => source !== undefined);
  if (known.length === 0) return records.map(() => undefined);
  const entries = await context.ledger.blocked(known, context.now);
  const bySource = new Map(known.map((source, index) => [source, entries[index]] as const));
  return sources.map((source) => (source === undefined ? undefined : bySource.get(source)));
}

function refusalOf(record: LetterRecord, blocked: BlocklistEntry | undefined, context: GuardContext): GuardAnswer | undefined {
  if (!isReplay(record)) return undefined;
  if (blocked !== undefined) {
    const why = `its ${blocked.kind} "${blocked.value}" is on the blocklist until ${blocked.expiresAt.toISOString()}: ${blocked.reason}`;
    return { kind: 'held', record, reason: 'source-blocked', why, claimed: false };
  }
  if (record.round >= context.policy.rounds && record.decision?.plan.order === undefined) {
    const why = `it was replayed ${record.round} times and died each time; ${context.policy.rounds} rounds are the limit`;
    return { kind: 'refused', record, state: 'escalated', why, claimed: false };
  }
  return isOrderedByName(record) ? undefined : stopAnswer(record, context);
}

function stopAnswer(record: LetterRecord, { groups, now }: GuardContext): GuardAnswer | undefined {
  const breaker = groups.get(record.decision?.signatures.shape ?? '')?.breaker;
  if (breaker === undefined || (breaker.until !== undefined && breaker.until <= now)) return undefined;
  const why = `its group is stopped: ${breaker.why}`;
  if (breaker.until === undefined) return { kind: 'refused', record, state: 'escalated', why, claimed: false };
  return { kind: 'held', record, reason: 'breaker', why, claimed: false, until: breaker.until };
}

function answerOf(record: LetterRecord, result: ClaimResult, fulfilment: FulfilmentAnswer | undefined): GuardAnswer {
  if (result === 'lost') return { kind: 'lost', record };
  if (result === 'key-in-flight') {
    const why = `another letter of the same work (${record.decision?.idempotencyKey ?? ''}) is being replayed`;
    return { kind: 'held', record, reason: 'key-in-flight', why, claimed: false };
  }
  if (result === 'over-allowance') {
    return { kind: 'held', record, reason: 'canary', why: 'the first replays of its group have no outcome yet', claimed: false };
  }
  return isReplay(record) ? replayAnswer(record, fulfilment) : removalAnswer(record, fulfilment);
}

function replayAnswer(record: LetterRecord, answer: FulfilmentAnswer | undefined): GuardAnswer {
  switch (answer?.fulfilment) {
    case 'yes':
      return { kind: 'remove', record, why: 'the business database says that its work is already done' };
    case 'in-progress':
      return { kind: 'held', record, reason: 'fulfilment-in-progress', why: 'the business database says that its work is in progress', claimed: true };
    case 'failed':
      return { kind: 'held', record, reason: 'fulfilment-failed', why: answer.problem ?? 'fulfilled gave no answer', claimed: true };
    case 'no':
    case 'unknown':
    case undefined:
      return { kind: 'allowed', record };
  }
}

function removalAnswer(record: LetterRecord, answer: FulfilmentAnswer | undefined): GuardAnswer {
  const why = whyRemoved(record);
  if (!needsFulfilment(record)) return { kind: 'remove', record, why };
  switch (answer?.fulfilment) {
    case 'no':
      return { kind: 'refused', record, state: 'escalated', why: 'it looked already done, but the business database now says that it is not', claimed: true };
    case 'failed':
      return { kind: 'held', record, reason: 'fulfilment-failed', why: answer.problem ?? 'fulfilled gave no answer', claimed: true };
    case 'in-progress':
      return { kind: 'held', record, reason: 'fulfilment-in-progress', why: 'the business database says that its work is in progress', claimed: true };
    default:
      return { kind: 'remove', record, why };
  }
}

/** The person's reason where one ordered it, else that of the diagnosis. */
function whyRemoved({ decision, why }: LetterRecord): string {
  return decision === undefined || decision.plan.order !== undefined ? why : decision.diagnosis.why;
}

function isReplay(record: LetterRecord): boolean {
  const verdict = record.decision?.plan.verdict;
  return verdict === 'retry' || verdict === 'repair';
}

function needsFulfilment(record: LetterRecord): boolean {
  return record.decision?.plan.verdict !== 'discard';
}

/** True where a person ordered this very letter, and not its group. */
function isOrderedByName(record: LetterRecord): boolean {
  return record.decision?.plan.order?.scope === 'letter';
}
