import { wordsOf } from '../words-of.ts';
import { PLAIN_WORDS } from './plain-words.ts';

/** True for words that may leave the machine. */
export type IsOwnWord = (word: string) => boolean;

const WORD = '<word>';
const NUMBER = '<number>';

/** A placeholder that the masking of messages leaves: `<id>`, `<text>`. */
const TOKEN = /<[a-z-]{1,20}>|[A-Za-z]+|\d+|[ \n]+|[^A-Za-z\d \n]/gu;

/** Marks that carry structure and no words. */
const MARKS = /^[.,:;()[\]{}=/|*+-]$/;

/** Longest text that is looked at. */
const LONGEST = 2000;

/** Words of the schema and of job names beside the plain ones. */
export function ownWords(names: Iterable<string>): IsOwnWord {
  const own = new Set([...names].flatMap((name) => wordsOf(name)));
  return (word) => PLAIN_WORDS.has(word) || own.has(word);
}

/**
 * The text with every word replaced that is not known, every number, every quoted text and every character that is no plain mark;
 * runs of what was replaced become one. At most `longest` characters. Linear in the length of the text.
 */
export function safeText(text: string, isOwn: IsOwnWord, longest: number): string {
  const parts: string[] = [];
  for (const [token] of text.slice(0, LONGEST).matchAll(TOKEN)) {
    const shown = shownAs(token, isOwn);
    const [last, before] = [parts.at(-1), parts.at(-2)];
    const repeats = shown.startsWith('<') && (last === shown || (last === ' ' && before === shown));
    if (repeats || (shown === ' ' && (last === ' ' || last === undefined))) continue;
    parts.push(shown);
  }
  return parts.join('').trim().slice(0, longest);
}

function shownAs(token: string, isOwn: IsOwnWord): string {
  if (/^\s/.test(token)) return ' ';
  if (/^<[a-z-]+>$/.test(token)) return isMaskMark(token) ? token : WORD;
  if (/^\d/.test(token)) return NUMBER;
  if (/^[A-Za-z]/.test(token)) return wordsOf(token).every(isOwn) ? token : WORD;
  return MARKS.test(token) ? token : WORD;
}

const MASK_MARKS: ReadonlySet<string> = new Set(['<number>', '<id>', '<text>', '<url>', '<date>', '<time>', '<hex>', '<email>', '<path>', '<ip>', '<uuid>', '<word>', '<value>']);

function isMaskMark(token: string): boolean {
  return MASK_MARKS.has(token);
}
