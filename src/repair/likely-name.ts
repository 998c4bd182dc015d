import { pointerSegments, toPointer, type Pointer } from '../core/json-pointer.ts';
import { keyWords, normalKey } from './key-style.ts';

/** Words that say nothing of what a value is: `createdOn` and `createdAt`. */
const FILLERS: ReadonlySet<string> = new Set(['at', 'on', 'the', 'a', 'of', 'field', 'value', 'data', 'info', 'is', 'has']);

/** British and American endings of one word. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [[/our(?=s?$|ed$|ing$)/, 'or'], [/is(?=e[sdr]?$|ing$|ation$)/, 'iz'], [/yse(?=[sdr]?$)/, 'yze'], [/ogue(?=s?$)/, 'og'], [/(?<=[^aeiou])re(?=s?$)/, 'er'], [/lled$/, 'led'], [/lling$/, 'ling']];

/** Shortest abbreviation that is taken for one. */
const SHORTEST = 3;

/**
 * True where the key that was sent shows by itself that it is the wanted one: the same words in another spelling, shortened,
 * with a letter doubled or two exchanged, or the words of the objects around it written as one key or apart. A second
 * witness for what a model proposes, and deliberately narrow: `county` is not `country`.
 */
export function showsSameName(sent: Pointer, wanted: Pointer): boolean {
  const [parent, key] = splitAtKey(wanted);
  if (splitAtKey(sent)[0] === parent) return areSameWords(contentOf(splitAtKey(sent)[1]), contentOf(key));
  return pathWords(sent) === pathWords(wanted) || normalKey(splitAtKey(sent)[1]) === normalKey(key);
}

function splitAtKey(place: Pointer): readonly [parent: Pointer, key: string] {
  const segments = pointerSegments(place);
  return [toPointer(segments.slice(0, -1)), segments.at(-1) ?? ''];
}

function pathWords(place: Pointer): string {
  return pointerSegments(place).flatMap(keyWords).join(' ');
}

function contentOf(key: string): readonly string[] {
  const words = keyWords(key);
  const content = words.filter((word) => !FILLERS.has(word));
  return content.length === 0 ? words : content;
}

function areSameWords(sent: readonly string[], wanted: readonly string[]): boolean {
  return sent.length === wanted.length && sent.every((word, index) => isSameWord(word, wanted[index] ?? ''));
}

function isSameWord(sent: string, wanted: string): boolean {
  if (sent === wanted || spelt(sent) === spelt(wanted)) return true;
  return isAbbreviation(sent, wanted) || isAbbreviation(wanted, sent) || isSlip(sent, wanted);
}

function spelt(word: string): string {
  const plain = word.normalize('NFD').replace(/\p{M}/gu, '');
  return SPELLINGS.reduce((text, [ending, other]) => text.replace(ending, other), plain);
}

/** `qty`, `desc`, `msg`: the first letter, then consonants or the beginning of the word. */
function isAbbreviation(short: string, long: string): boolean {
  if (short.length < SHORTEST || long.length < short.length + 2) return false;
  if (long.startsWith(short)) return true;
  const consonants = long[0] + long.slice(1).replace(/[aeiou]/g, '');
  return short[0] === long[0] && !/[aeiou]/.test(short.slice(1)) && isSubsequence(short, consonants);
}

function isSubsequence(short: string, long: string): boolean {
  let position = 0;
  for (const letter of long) if (letter === short[position]) position++;
  return position === short.length;
}

/** A doubled letter too many or too few, or two neighbours exchanged. Any other slip may be another word. */
function isSlip(sent: string, wanted: string): boolean {
  if (sent.length < 5 || wanted.length < 5) return false;
  if (undoubled(sent) === undoubled(wanted)) return true;
  if (sent.length !== wanted.length) return false;
  const first = [...sent].findIndex((letter, index) => letter !== wanted[index]);
  const exchanged = sent.slice(0, first) + (sent[first + 1] ?? '') + (sent[first] ?? '') + sent.slice(first + 2);
  return exchanged === wanted;
}

function undoubled(word: string): string {
  return word.replace(/(.)\1/g, '$1');
}
