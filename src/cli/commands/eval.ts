import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readAnswerScript } from '../../core/answer-script.ts';
import { systemClock } from '../../core/clock.ts';
import { MendqError, messageOf } from '../../core/errors.ts';
import { evaluateFile, openLetterFile, ownCorpus, type EvaluatedLetter, type FileEvaluation, type FileRun, type LetterFile } from '../../evaluate/evaluate.ts';
import type { ModelPort } from '../../model/contract.ts';
import { scriptedModel } from '../../model/scripted-model.ts';
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
    if (options.json === true) items.push(...letters.map((letter) => (options.modelScript === undefined ? toItem(letter) : { ...toItem(letter), signature: letter.signature })));
    else misses.push(...letters.flatMap((letter) => missLine(letter, terminal.output.paint)));
  };
  const model = options.modelScript === undefined ? undefined : await openScript(options.modelScript, context);
  const file = await openPlace(place, context);
  const progress = showCounts(context);
  try {
    const found = await evaluateFile(file, { clock: systemClock, bareStacks: options.bareStacks ?? false, signal, ...(model === undefined ? {} : { model }), onProgress: (stage, letters) => progress.show(stage, letters), onLetters: takeLetters });
    return toResult(found, items, misses, context);
  } finally {
    progress.end();
    await file.close();
  }
};

/** Answers in the place of a model; a file that can't be read, or a line that is wrong, is told with its place. */
async function openScript(place: string, { directory }: CommandContext): Promise<ModelPort> {
  const text = await readFile(resolve(directory, place), 'utf8').catch((cause: unknown) => {
    throw new MendqError('MENDQ_E_USAGE', `${place}: the script can not be read: ${messageOf(cause)}`, { hint: 'Name a file of JSON Lines {"signature","answer"}.', cause });
  });
  return scriptedModel(readAnswerScript(text, place));
}

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
