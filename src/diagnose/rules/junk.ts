import { refusedValues } from '../refused-values.ts';
import type { Rule } from '../rule.ts';

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

/** A value that its schema refuses and that is no text at all. */
export const junk: Rule = {
  name: 'junk',
  why: 'What holds no text holds nothing to repair. Size alone says nothing, and what the schema admits is never junk.',
  source: 'Unicode general categories Cc, Co, Cn, Cs (Unicode Standard, section 4.5); the shares are our own.',
  examples: {
    for: [
      { shows: 'control characters in place of a name', payload: { name: '\u0001\u0002\ufffd\u0007'.repeat(2000) }, refused: [['/name', 'pattern']], stack: 'Error: boom' },
      { shows: 'one character repeated', payload: { nickname: 'A'.repeat(5000) }, refused: [['/nickname', 'too-long']], stack: 'Error: boom' },
    ],
    against: [
      { shows: 'the same in a field that admits it', payload: { blob: '\u0001\u0002'.repeat(2000) }, stack: 'Error: boom' },
      { shows: 'a long text', payload: { note: 'The parcel arrived late. '.repeat(5000) }, refused: [['/note', 'too-long']], stack: 'Error: boom' },
      { shows: 'one damaged letter', payload: { city: 'Gr\ufffdnewald' }, refused: [['/city', 'pattern']], stack: 'Error: boom' },
      { shows: 'Chinese text', payload: { city: '上海市浦东新区世纪大道一百号环球金融中心' }, refused: [['/city', 'pattern']], stack: 'Error: boom' },
    ],
  },
  match(letter) {
    const found = refusedValues(letter).find(({ value }) => typeof value === 'string' && isJunk(value));
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

function isJunk(value: string): boolean {
  const sample = value.slice(0, SAMPLE);
  const noText = count(sample, NO_TEXT) - count(sample, BLANKS);
  if (noText >= FEWEST && noText >= SHARE * sample.length) return true;
  return value.length >= REPEATED && new Set(sample).size <= 2;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
