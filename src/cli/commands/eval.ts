import { resolve } from 'node:path';
import { systemClock } from '../../core/clock.ts';
import { evaluateFile, openLetterFile, ownCorpus, type EvaluatedLetter, type FileEvaluation, type FileRun, type LetterFile } from '../../evaluate/evaluate.ts';
import type { CommandContext, CommandResult, RunCommand } from '../command.ts';
import { evaluationText, missLine } from '../evaluation-text.ts';
import { EXIT } from '../exit-codes.ts';
import { showCounts } from '../show-counts.ts';

/** `mendq eval [FILE]`: decides letters as a pass would and scores that. Reads no configuration and opens nothing but the file. */
export const evaluation: RunCommand = async (context) => {
  const { parameters, options, signal, terminal } = context;
  const [place] = parameters;
  const items: object[] = [];
  const misses: string[] = [];
  const takeLetters: FileRun['onLetters'] = (letters) => {
    if (options.json === true) items.push(...letters.map(toItem));
    else misses.push(...letters.flatMap((letter) => missLine(letter, terminal.output.paint)));
  };
  const file = await openPlace(place, context);
  const progress = showCounts(context);
  try {
    const found = await evaluateFile(file, { clock: systemClock, bareStacks: options.bareStacks ?? false, signal, onProgress: (stage, letters) => progress.show(stage, letters), onLetters: takeLetters });
    return toResult(found, items, misses, context);
  } finally {
    progress.end();
    await file.close();
  }
};

async function openPlace(place: string | undefined, { directory, signal }: CommandContext): Promise<LetterFile> {
  if (place === '-') return openLetterFile({ stream: process.stdin }, 'standard input', signal);
  return place === undefined ? openLetterFile({ path: ownCorpus() }, ownCorpus(), signal) : openLetterFile({ path: resolve(directory, place) }, place, signal);
}

function toItem({ id, expected, verdict, repairedPayload, score, why }: EvaluatedLetter): object {
  return { id, expected: expected ?? null, verdict, repairedPayload: repairedPayload ?? null, score, why };
}

function toResult({ summary, interrupted }: FileEvaluation, items: readonly object[], misses: readonly string[], { terminal }: CommandContext): CommandResult {
  const nothing = summary.letters === 0 && !interrupted;
  return {
    status: interrupted || summary.harmful > 0 ? 'partial' : nothing ? 'nothing_to_do' : 'ok',
    summary: { ...summary, ...(interrupted ? { interrupted } : {}) },
    items,
    text: nothing ? 'there are no letters in it\n' : evaluationText(summary, misses, interrupted, terminal.output),
    ...(summary.harmful > 0 && !interrupted ? { exitCode: EXIT.failure } : {}),
  };
}
