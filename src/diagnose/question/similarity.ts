import { wordsOf } from '../words-of.ts';

/**
 * How alike two keys are, from 0 to 1: the mean of the share of words that they have in common and of the share of pairs
 * of letters (Dice's coefficient of both), and at least a half for an abbreviation. Computed here, because an unknown key is never told.
 */
export function similarity(left: string, right: string): number {
  const words = dice(wordsOf(left), wordsOf(right));
  const pairs = dice(pairsOf(left), pairsOf(right));
  return Math.max(Math.round(50 * (words + pairs)) / 100, isShortened(left, right) || isShortened(right, left) ? SHORTENED : 0);
}

/** How alike a key is to one that it may be an abbreviation of. */
const SHORTENED = 0.5;

/** `qty` and `quantity`: the same first letter, and the others in the same order. */
function isShortened(short: string, long: string): boolean {
  const [letters, wanted] = [wordsOf(short).join(''), wordsOf(long).join('')];
  if (letters.length < 3 || letters.length >= wanted.length || letters[0] !== wanted[0]) return false;
  let position = 0;
  for (const letter of wanted) if (letter === letters[position]) position++;
  return position === letters.length;
}

function pairsOf(key: string): readonly string[] {
  const letters = wordsOf(key).join('');
  return Array.from({ length: Math.max(0, letters.length - 1) }, (_, index) => letters.slice(index, index + 2));
}

function dice(left: readonly string[], right: readonly string[]): number {
  if (left.length === 0 || right.length === 0) return 0;
  const rest = [...right];
  let common = 0;
  for (const part of left) {
    const place = rest.indexOf(part);
    if (place < 0) continue;
    common++;
    rest.splice(place, 1);
  }
  return (2 * common) / (left.length + right.length);
}
