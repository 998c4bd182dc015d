import type { Clock } from '../core/clock.ts';
import type { ModelPort } from '../model/contract.ts';
import { createAdvisedDecisions } from './advised-decisions.ts';
import { decideLetters } from './decide-letters.ts';
import { createDecisionContexts, type DecisionContexts } from './decision-contexts.ts';
import type { EvaluatedLetter } from './evaluated-letter.ts';
import type { LetterFile } from './letter-file.ts';
import { offlineSource } from './offline-source.ts';
import { createTally, type EvaluationSummary } from './tally.ts';

/** How often progress is told while letters are only read. */
const EVERY = 1000;

/** How a file is evaluated. */
export interface FileRun {
  readonly clock: Clock;
  readonly bareStacks: boolean;
  /** Asked about what stays open; see `EvaluateOptions`. */
  readonly model?: ModelPort;
  /** When aborted, the letters in hand are finished and the rest is left out. */
  readonly signal: AbortSignal;
  /** Told how many letters have been read, then how many were decided. */
  readonly onProgress: (stage: 'checked' | 'decided', letters: number) => void;
  /** Takes the decisions, a batch at a time, in the order of the file. */
  readonly onLetters: (letters: readonly EvaluatedLetter[]) => void;
}

/** What came of it. */
export interface FileEvaluation {
  readonly summary: EvaluationSummary;
  /** True where it was stopped before its end. */
  readonly interrupted: boolean;
}

/**
 * Evaluates a file of any size with one batch of letters in memory. All of it is checked first, so that nothing is scored
 * where a line can't be read. Rejects with `MENDQ_E_USAGE`, naming file, line and what is wrong.
 */
export async function evaluateFile(file: LetterFile, run: FileRun): Promise<FileEvaluation> {
  const { clock, bareStacks, signal, model, onLetters, onProgress } = run;
  const decisions = createAdvisedDecisions(model === undefined ? undefined : offlineSource(model), signal);
  const contexts = createDecisionContexts(clock);
  const total = signal.aborted ? 0 : await checkFile(file, contexts, run);
  const tally = createTally();
  let decided = 0;
  if (!signal.aborted) {
    for await (const letters of decideLetters(file.read(), { contexts, decisions, clock, bareStacks, signal })) {
      for (const letter of letters) tally.add(letter);
      onLetters(letters);
      onProgress('decided', (decided += letters.length));
    }
  }
  return { summary: tally.summary(decisions.calls()), interrupted: decided < total || signal.aborted };
}

/** Reads every letter and its job type. Returns how many there are. */
async function checkFile(file: LetterFile, contexts: DecisionContexts, { signal, onProgress }: FileRun): Promise<number> {
  let letters = 0;
  for await (const located of file.read()) {
    if (signal.aborted) return letters;
    await contexts.of(located);
    letters++;
    if (letters % EVERY === 0) onProgress('checked', letters);
  }
  return letters;
}
