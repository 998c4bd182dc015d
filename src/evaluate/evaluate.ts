import { systemClock, type Clock } from '../core/clock.ts';
import type { CorpusLetter } from '../core/corpus-letter.ts';
import type { Json } from '../core/json.ts';
import type { ModelPort } from '../model/contract.ts';
import { createAdvisedDecisions } from './advised-decisions.ts';
import { letterProblem } from './check-letter.ts';
import { decideLetters } from './decide-letters.ts';
import { createDecisionContexts } from './decision-contexts.ts';
import type { EvaluatedLetter } from './evaluated-letter.ts';
import { offlineSource } from './offline-source.ts';
import { badLetter, placeOf, type LocatedLetter } from './located-letter.ts';
import { createTally, type EvaluationSummary } from './tally.ts';

export { evaluateFile, type FileEvaluation, type FileRun } from './evaluate-file.ts';
export type { EvaluatedLetter } from './evaluated-letter.ts';
export { openLetterFile, type LetterFile } from './letter-file.ts';
export { ownCorpus } from './own-corpus.ts';
export type { Score } from './score.ts';
export type { EvaluationNumbers, EvaluationSummary } from './tally.ts';

/** How letters are evaluated. */
export interface EvaluateOptions {
  /** True to drop everything that stands behind the frames of each stack, as BullMQ does. @defaultValue false */
  readonly bareStacks?: boolean;
  /**
   * Asked about kinds of failure that rules and schemas leave open, without any limit of money or tokens: a scripted model
   * from `mendq/testing`, for example. Absent: nobody is asked.
   */
  readonly model?: ModelPort;
  /** When aborted, the letters in hand are finished and the rest is left out. */
  readonly signal?: AbortSignal;
  /** @defaultValue the machine's clock */
  readonly clock?: Clock;
}

/** What mendq would have decided, letter by letter, and how good that is. */
export interface EvaluationReport {
  readonly summary: EvaluationSummary;
  readonly items: readonly EvaluatedLetter[];
}

/**
 * Decides letters exactly as a pass does and scores each decision against what is known to be right. Opens nothing: no
 * queue, no ledger, no network, and no model but one that is handed in; a letter brings schema and policy along. Items stand in the order of the letters.
 * Rejects with `MENDQ_E_USAGE` at a letter that can't be read, naming its number and what is wrong.
 */
export async function evaluate(letters: Iterable<CorpusLetter> | AsyncIterable<CorpusLetter>, options: EvaluateOptions = {}): Promise<EvaluationReport> {
  const { clock = systemClock, bareStacks = false, signal } = options;
  const tally = createTally();
  const items: EvaluatedLetter[] = [];
  const contexts = createDecisionContexts(clock);
  const decisions = createAdvisedDecisions(options.model === undefined ? undefined : offlineSource(options.model), signal ?? new AbortController().signal);
  for await (const batch of decideLetters(located(letters), { contexts, decisions, clock, bareStacks, ...(signal === undefined ? {} : { signal }) })) {
    for (const item of batch) tally.add(item);
    items.push(...batch);
  }
  return { summary: tally.summary(decisions.calls()), items };
}

async function* located(letters: Iterable<CorpusLetter> | AsyncIterable<CorpusLetter>): AsyncGenerator<LocatedLetter> {
  let number = 0;
  for await (const letter of letters) {
    number++;
    const problem = letterProblem(letter as unknown as Json);
    if (problem !== undefined) throw badLetter(`letter ${number}`, problem);
    yield { letter, where: placeOf(`letter ${number}`, letter) };
  }
}
