import { MendqError } from './errors.ts';
import { isJsonObject, parseJson, type Json } from './json.ts';

/** What a script of answers says of one kind of failure. */
export interface ScriptLine {
  /** The signature that is asked about; `*` stands for every one that has no line of its own. */
  readonly signature: string;
  /** What the model writes; a list is used in turn, its last element from then on. It need not be of the form of an answer. */
  readonly answer: Json;
}

/**
 * Reads JSON Lines of `{"signature", "answer"}`; empty lines are allowed. Throws `MENDQ_E_USAGE` naming `place` and the
 * number of the first line that is something else.
 */
export function readAnswerScript(text: string, place: string): readonly ScriptLine[] {
  return text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [readLine(line, `${place}, line ${index + 1}`)]));
}

function readLine(line: string, where: string): ScriptLine {
  const read = parseJson(line);
  if (read === undefined) throw wrongLine(where, 'this is no JSON');
  if (!isJsonObject(read)) throw wrongLine(where, 'this is no JSON object');
  const { signature, answer } = read;
  if (typeof signature !== 'string' || signature === '') throw wrongLine(where, 'there is no signature');
  if (answer === undefined) throw wrongLine(where, 'there is no answer');
  if (Array.isArray(answer) && answer.length === 0) throw wrongLine(where, 'the list of answers is empty');
  return { signature, answer };
}

function wrongLine(where: string, problem: string): MendqError {
  return new MendqError('MENDQ_E_USAGE', `${where}: ${problem}`, { hint: 'Write one {"signature": "s2:…", "answer": {…}} a line; the signature "*" matches any.' });
}

/** Gives the answers of a script in turn, as texts that a model could have written. `undefined` where no line matches. */
export function answersOf(lines: readonly ScriptLine[]): (signature: string) => string | undefined {
  const turns = new Map<ScriptLine, number>();
  return (signature) => {
    const line = lines.find((candidate) => candidate.signature === signature) ?? lines.find((candidate) => candidate.signature === '*');
    if (line === undefined) return undefined;
    const turn = turns.get(line) ?? 0;
    turns.set(line, turn + 1);
    return JSON.stringify(Array.isArray(line.answer) ? line.answer[Math.min(turn, line.answer.length - 1)] : line.answer);
  };
}
