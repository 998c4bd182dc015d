import type { InspectedLetter } from '../../core/inspected-letter.ts';
import { refusedValues } from '../refused-values.ts';
import { payloadValues } from '../payload-values.ts';
import { belongsToOwed } from '../reach.ts';
import type { Rule } from '../rule.ts';
import { wordsOf } from '../words-of.ts';

/** Control characters, the replacement character, private use, unassigned and lone surrogates: no text of any language. */
const NO_TEXT = /[\p{Cc}\p{Co}\p{Cn}\p{Cs}\uFFFD]/gu;
const BLANKS = /[\t\n\r]/g;
/** Characters of a value that are looked at. */
const SAMPLE = 64 * 1024;
const FEWEST = 16;
const SHARE = 0.5;
/** A value of one or two different characters is no text from this length on. */
const REPEATED = 1024;
/** Junk of this length is a flood: no slip of an encoder makes it. */
const FLOOD = 4096;
/** The longest text that is said over and over. */
const LONGEST_PERIOD = 16;
/** Values of a letter that is about the junk: it, who sent it, and what it belongs to. */
const MOST_VALUES = 4;
/** Keys of members in which a value of one character may be a black picture or an empty file. */
const BINARY_WORDS = new Set('attachment audio b64 base64 binary bitmap blob buffer bytes content data file hex image img mask padding pdf photo picture pixels raster sequence thumb thumbnail video'.split(' '));

/** A value that its schema refuses and that is no text at all. */
export const junk: Rule = {
  name: 'junk',
  why: 'What holds no text holds nothing to repair. Size alone says nothing, what the schema admits is never junk, and an order does not go with a note that somebody typed with an elbow.',
  source: 'Unicode general categories Cc, Co, Cn, Cs (Unicode Standard, section 4.5); the shares are our own.',
  examples: {
    for: [
      { shows: 'control characters in place of a name', payload: { name: '\u0001\u0002\ufffd\u0007'.repeat(2000) }, refused: [['/name', 'pattern']], stack: 'Error: boom' },
      { shows: 'a few words over and over', payload: { nickname: 'haha '.repeat(1000) }, refused: [['/nickname', 'too-long']], stack: 'Error: boom' },
      { shows: 'a text against a pattern that backtracks', payload: { email: `${'a'.repeat(50_000)}!` }, refused: [['/email', 'format']], stack: 'Error: boom' },
      { shows: 'one character repeated', payload: { nickname: 'A'.repeat(5000) }, refused: [['/nickname', 'too-long']], stack: 'Error: boom' },
    ],
    against: [
      { shows: 'the same in a field that admits it', payload: { blob: '\u0001\u0002'.repeat(2000) }, stack: 'Error: boom' },
      { shows: 'a note of an order', name: 'create-order', payload: { orderId: 'SO-1', note: 'a'.repeat(5000) }, refused: [['/note', 'too-long']], stack: 'Error: boom' },
      { shows: 'a note beside other things', payload: { id: 'x', from: 'a', to: 'b', on: '2026-01-01', note: 'a'.repeat(5000) }, refused: [['/note', 'too-long']], stack: 'Error: boom' },
      { shows: 'a picture of one colour', payload: { thumbnailB64: 'A'.repeat(5000) }, refused: [['/thumbnailB64', 'too-long']], stack: 'Error: boom' },
      { shows: 'a long picture', payload: { photo: 'iVBORw0KGgoAAAANSUhEUgAA'.repeat(400) }, refused: [['/photo', 'too-long']], stack: 'Error: boom' },
      { shows: 'a sentence over and over', payload: { note: 'The parcel arrived late, please call me. '.repeat(300) }, refused: [['/note', 'too-long']], stack: 'Error: boom' },
      { shows: 'a long text', payload: { note: 'The parcel arrived late. '.repeat(5000) }, refused: [['/note', 'too-long']], stack: 'Error: boom' },
      { shows: 'one damaged letter', payload: { city: 'Gr\ufffdnewald' }, refused: [['/city', 'pattern']], stack: 'Error: boom' },
      { shows: 'Chinese text', payload: { city: '上海市浦东新区世纪大道一百号环球金融中心' }, refused: [['/city', 'pattern']], stack: 'Error: boom' },
    ],
  },
  match(letter) {
    if (belongsToOwed(letter) || !holdsLittle(letter)) return undefined;
    const found = refusedValues(letter).find(({ key, value }) => typeof value === 'string' && (isNoText(value) || (isRepetition(value) && !wordsOf(key).some((word) => BINARY_WORDS.has(word)))));
    if (found === undefined || typeof found.value !== 'string') return undefined;
    return {
      cause: 'hopeless',
      rule: 'junk',
      why: `The value at ${found.pointer === '' ? 'the root' : found.pointer} is no text, and the schema refuses it; there is nothing to repair.`,
      evidence: [
        { source: 'payload', fact: `${found.value.length} characters at ${found.pointer}, most of them no text or all the same` },
        { source: 'schema', fact: `${found.code} at ${found.pointer}` },
      ],
      confidence: 'certain',
      malicious: found.value.length >= FLOOD,
    };
  },
};

/** True where the letter holds so little else that nothing is lost with it. */
function holdsLittle({ letter }: InspectedLetter): boolean {
  if (letter.payload === undefined) return false;
  let values = 0;
  for (const { value } of payloadValues(letter.payload)) {
    if (typeof value !== 'object') values += 1;
    if (values > MOST_VALUES) return false;
  }
  return true;
}

function isNoText(value: string): boolean {
  const sample = value.slice(0, SAMPLE);
  const noText = count(sample, NO_TEXT) - count(sample, BLANKS);
  return noText >= FEWEST && noText >= SHARE * sample.length;
}

/** True for one or two characters, or a few in the same order, over and over. */
function isRepetition(value: string): boolean {
  if (value.length < REPEATED) return false;
  const sample = value.slice(0, SAMPLE);
  if (new Set(sample).size <= 2) return true;
  for (let period = 2; period <= LONGEST_PERIOD; period += 1) if (repeatsAfter(sample, period)) return true;
  return false;
}

function repeatsAfter(sample: string, period: number): boolean {
  for (let index = period; index < sample.length; index += 1) if (sample[index] !== sample[index - period]) return false;
  return true;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
