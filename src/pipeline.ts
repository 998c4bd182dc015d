import { archive } from './archive/archive.ts';
import type { LetterId } from './core/dead-letter.ts';
import type { Cause } from './core/diagnosis.ts';
import { diagnose } from './diagnose/diagnose.ts';
import { guard } from './guard/guard.ts';
import { inspect } from './inspect/inspect.ts';
import { archiveContext } from './pass/archive-context.ts';
import { drawConsequences, drawRemovals } from './pass/after-outcomes.ts';
import { toDecision, type Decision } from './pass/decision.ts';
import { discreetDecision } from './pass/discreet-decision.ts';
import { dueLetters } from './pass/due.ts';
import { discreetAnswers, holdAndRefuse } from './pass/hold.ts';
import type { DecisionContext, PassContext } from './pass/pass-context.ts';
import { recover } from './pass/recover.ts';
import { storeDecisions } from './pass/store-decisions.ts';
import { tellSent } from './pass/tell.ts';
import { undecidedLetters, type UndecidedLetter } from './pass/undecided.ts';
import { heedApproval } from './pass/heed-approval.ts';
import { holdWaiting } from './pass/waiting.ts';
import { repair } from './repair/repair.ts';
import { replay, watch, type WatchedLetter } from './replay/replay.ts';
import type { QueueAdapter } from './queues/contract.ts';

/**
 * One pass over one queue: finish what was interrupted, look how earlier replays ended, decide what is new, act on what
 * is due. This file is the story of mendq; every line of it is a room of the house.
 */
export async function healQueue(queue: QueueAdapter, context: PassContext): Promise<{ readonly decided: number; readonly replayed: number }> {
  await recover(queue, context);
  // Before reading: a letter that died again is known as returned, and may have stopped its group, when it is read.
  await watchOutcomes(queue, context);

  let decided = 0;
  for await (const letters of undecidedLetters(queue, context)) {
    decided += await storeDecisions(await decide(letters, context), context);
  }

  const replayed = await act(queue, context);
  return { decided, replayed };
}

/** What a remedy may answer: everything else is decided by rules. */
const OPEN_CAUSES: ReadonlySet<Cause> = new Set(['malformed', 'unknown']);

/** Finds out why letters died and what to do about it. Changes nothing: `plan` is this and no more. */
export async function decide(letters: readonly UndecidedLetter[], context: DecisionContext): Promise<readonly Decision[]> {
  const { jobTypeOf, ledger, askFulfilment, redactorFor, policy, clock } = context;
  const inspected = await inspect(letters.map(({ raw, round }) => ({ raw, round, jobType: jobTypeOf(raw.queue, raw.name), redactorFor })));
  const diagnoses = await diagnose(inspected, { askFulfilment, policy, now: clock.now() });

  const malformed = inspected.flatMap((letter, index) => {
    const diagnosis = diagnoses[index];
    return diagnosis?.cause === 'malformed' ? [{ letter, diagnosis }] : [];
  });
  const open = inspected.filter((_, index) => OPEN_CAUSES.has(diagnoses[index]?.cause ?? 'unknown'));
  const known = await ledger.remedies([...new Set(open.map(({ signatures }) => signatures.shape))]);
  const remedies = new Map(known.map((remedy) => [remedy.signature, remedy] as const));
  const results = await repair(malformed, { remedies });
  const repairs = new Map(malformed.map(({ letter }, index) => [letter.letter.id, results[index]] as const));

  return inspected.flatMap((letter, index) => {
    const diagnosis = diagnoses[index];
    if (diagnosis === undefined) return [];
    const decision = heedApproval(toDecision(letter, diagnosis, repairs.get(letter.letter.id)), remedies.get(letter.signatures.shape));
    return [discreetDecision(decision, redactorFor)];
  });
}

/** Acts on every letter that is due (of those with `ids`, where given): guarded, then replayed or archived. Returns how many were replayed. */
export async function act(queue: QueueAdapter, context: PassContext, ids?: readonly LetterId[]): Promise<number> {
  const { ledger, clock, policy } = context;
  let replayed = 0;
  for await (const { records, lease, guardContext } of dueLetters(queue, context, ids)) {
    const answers = discreetAnswers(await guard(await holdWaiting(records, queue, context), guardContext), context);
    await holdAndRefuse(answers, context);

    const cleared = answers.flatMap((answer) => (answer.kind === 'allowed' ? [answer.record] : []));
    replayed += tellSent(await replay(cleared, { ledger, queue, lease, clock, holdRetry: policy.holdRetry }), context);

    const removals = answers.flatMap((answer) => (answer.kind === 'remove' ? [answer] : []));
    await drawRemovals(await archive(removals, archiveContext(queue, lease, context)), context);
    context.emit('pass-progress', { stage: 'acting', queue: queue.name, letters: replayed });
  }
  return replayed;
}

/** Looks how replays stand and lets the outcomes work. Returns the outcomes that became known. */
export async function watchOutcomes(queue: QueueAdapter, context: PassContext): Promise<readonly WatchedLetter[]> {
  const { ledger, askFulfilment, policy, clock } = context;
  const finished = await watch({ ledger, queue, askFulfilment, policy, clock });
  await drawConsequences(finished, context);
  return finished;
}
