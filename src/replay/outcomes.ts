import type { Clock } from '../core/clock.ts';
import type { AskFulfilment, Fulfilment } from '../core/fulfilment.ts';
import { parseJson } from '../core/json.ts';
import type { ReplayProgress } from '../core/outcome.ts';
import type { Policy } from '../core/policy.ts';
import { toDeadLetter } from '../core/to-dead-letter.ts';
import type { Ledger, LetterRecord, Transition } from '../ledger/contract.ts';
import type { QueueAdapter, ReplayReference } from '../queues/contract.ts';

/** Replays asked for at once; one round trip to the broker each. */
const PAGE = 500;

/** What watching works with. */
export interface WatchContext {
  readonly ledger: Ledger;
  readonly queue: QueueAdapter;
  readonly askFulfilment: AskFulfilment;
  readonly policy: Policy;
  readonly clock: Clock;
}

/** A replay whose outcome became known. `replayMilliseconds`: from the replay to the moment a worker started it. */
export interface WatchedLetter {
  readonly record: LetterRecord;
  readonly outcome: 'healed' | 'presumed' | 'returned' | 'parked';
  readonly why: string;
  readonly replayMilliseconds?: number;
}

/**
 * Asks how the queue's replays stand and records the outcomes: `healed` on proof (the broker's, or the business
 * database's), `returned` when the letter died again, and when nothing was heard for `settleAfter` `parked` where the
 * business database says that the work is not done, `presumed` where it can't tell.
 */
export async function watch(context: WatchContext): Promise<readonly WatchedLetter[]> {
  const finished: WatchedLetter[] = [];
  let after: { readonly replayedAt: Date; readonly id: string } | undefined;
  for (;;) {
    const page = await context.ledger.inFlight(context.queue.name, PAGE, after);
    finished.push(...(await watchPage(page, context)));
    const last = page.at(-1);
    if (page.length < PAGE || last?.replayedAt === undefined) return finished;
    after = { replayedAt: last.replayedAt, id: last.id };
  }
}

async function watchPage(records: readonly LetterRecord[], context: WatchContext): Promise<readonly WatchedLetter[]> {
  const page = records.filter((record) => toReference(record).length > 0);
  if (page.length === 0) return [];
  const progress = await context.queue.progress(page.flatMap(toReference));
  const gone = page.filter((_, index) => progress[index]?.kind === 'gone');
  const fulfilled = await askAboutGone(gone, context);
  const found = page.flatMap((record, index) => toOutcome(record, progress[index], fulfilled.get(record.id), context));
  const outcomes = await withoutRolledBack(found, context);
  const now = context.clock.now();
  const applied = await context.ledger.transition(outcomes.map((outcome) => toTransition(outcome, now)), now);
  return outcomes.filter((_, index) => applied[index] === true);
}

/**
 * Leaves out the letters that are dead in their queue as they were: the broker has lost their replay, and reading the
 * queue takes them up again. Looked for only where the outcome would rest on having heard nothing.
 */
async function withoutRolledBack(found: readonly WatchedLetter[], context: WatchContext): Promise<readonly WatchedLetter[]> {
  const silent = found.filter(({ outcome }) => outcome === 'presumed' || outcome === 'parked');
  if (silent.length === 0) return found;
  const present = await context.queue.look(silent.map(({ record }) => record.letter.messageId));
  const back = new Set(silent.filter(({ record }, index) => present[index]?.epoch === record.letter.epoch));
  return found.filter((letter) => !back.has(letter));
}

function toReference(record: LetterRecord): ReplayReference[] {
  const { queue, messageId, epoch } = record.letter;
  if (record.replayId === undefined || record.replayedAt === undefined) return [];
  return [{ queue, messageId, epoch, replayId: record.replayId, replayedAt: record.replayedAt }];
}

/** What the business database says of the work of letters that are gone from the broker, by id. */
async function askAboutGone(gone: readonly LetterRecord[], context: WatchContext): Promise<ReadonlyMap<string, Fulfilment>> {
  if (gone.length === 0) return new Map();
  const complete = await context.ledger.list({ ids: gone.map(({ id }) => id), limit: gone.length });
  const questions = complete.flatMap((record) => {
    const payload = parseJson(record.decision?.plan.body ?? record.letter.body);
    return payload === undefined ? [] : [{ letter: toDeadLetter(record.letter, record.round), payload }];
  });
  const answers = await context.askFulfilment(questions);
  return new Map([...answers].map(([id, { fulfilment }]) => [id, fulfilment]));
}

function toOutcome(record: LetterRecord, progress: ReplayProgress | undefined, fulfilled: Fulfilment | undefined, context: WatchContext): WatchedLetter[] {
  switch (progress?.kind) {
    case 'completed': {
      const started = progress.startedAt?.getTime();
      const waited = started === undefined || record.replayedAt === undefined ? {} : { replayMilliseconds: Math.max(0, started - record.replayedAt.getTime()) };
      return [{ record, outcome: 'healed', why: 'the replay completed', ...waited }];
    }
    case 'failed':
      return [{ record, outcome: 'returned', why: 'it died again after the replay' }];
    case 'gone':
      return goneOutcome(record, fulfilled, context);
    default:
      return [];
  }
}

function goneOutcome(record: LetterRecord, fulfilled: Fulfilment | undefined, context: WatchContext): WatchedLetter[] {
  if (fulfilled === 'yes') return [{ record, outcome: 'healed', why: 'the business database says that the work is done' }];
  // A hook that gives no answer now may give one later, and work in progress ends.
  if (!isQuiet(record, context) || fulfilled === 'failed' || fulfilled === 'in-progress') return [];
  if (fulfilled !== 'no') return [{ record, outcome: 'presumed', why: 'no sign of failure since the replay, and no proof of success' }];
  const why = `the broker no longer has its replay, and the business database says that the work is not done; mendq restore ${record.id} brings the letter back`;
  return [{ record, outcome: 'parked', why }];
}

function isQuiet(record: LetterRecord, context: WatchContext): boolean {
  const replayedAt = record.replayedAt?.getTime() ?? 0;
  return context.clock.now().getTime() - replayedAt >= context.policy.settleAfter;
}

function toTransition(letter: WatchedLetter, now: Date): Transition {
  const { outcome, why } = letter;
  return {
    id: letter.record.id,
    from: ['replayed'],
    to: outcome,
    why,
    outcomeAt: now,
    event: { type: 'finished', actor: 'mendq', detail: { outcome, why, replayMilliseconds: letter.replayMilliseconds ?? null } },
  };
}
