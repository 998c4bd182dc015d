import { parseJson, type Json } from '../core/json.ts';
import { asLetter, letterProblem } from './check-letter.ts';
import { linesOf, type Line } from './lines.ts';
import { badLetter, placeOf, type LocatedLetter } from './located-letter.ts';
import { memberText } from './member-text.ts';

/** Longest line, in bytes: a letter of the largest body that mendq loads, three times over, with its stacks. */
const LONGEST = 64 * 1024 * 1024;

const BYTE_ORDER_MARK = /^\uFEFF/;
const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads letters from JSON Lines, one at a time; empty lines are skipped. Rejects with `MENDQ_E_USAGE` at the first line that is no letter, naming it and what is wrong. */
export async function* readLetters(chunks: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<LocatedLetter> {
  const tooLong = (line: number): never => {
    throw badLetter(`${name}, line ${line}`, `it has more than ${LONGEST / 1024 / 1024} MiB`, { hint: 'One letter stands in one line. Is this a file of JSON Lines?' });
  };
  for await (const line of linesOf(chunks, LONGEST, tooLong)) {
    const text = textOf(line, name);
    if (text !== '') yield readLetter(text, `${name}, line ${line.number}`);
  }
}

function textOf({ number, bytes }: Line, name: string): string {
  try {
    const text = UTF_8.decode(bytes).trim();
    return number === 1 ? text.replace(BYTE_ORDER_MARK, '') : text;
  } catch {
    throw badLetter(`${name}, line ${number}`, 'it is not UTF-8');
  }
}

function readLetter(text: string, place: string): LocatedLetter {
  const value: Json | undefined = parseJson(text);
  const problem = value === undefined ? 'it is not JSON' : letterProblem(value);
  if (value === undefined || problem !== undefined) throw badLetter(place, problem ?? '');
  const letter = asLetter(value);
  const where = placeOf(place, letter);
  if (letter.body !== undefined || letter.bodyBase64 !== undefined) return { letter, where };
  // The bytes that the line has: a number that JavaScript rounds makes a decision that the rounded one would not.
  const body = memberText(text, 'payload');
  return { letter: body === undefined ? letter : { ...letter, body }, where };
}
