import type { InspectedLetter } from '../../core/inspected-letter.ts';
import { isParserRefusal } from '../parser-refusal.ts';
import { failureFact, type Rule } from '../rule.ts';

/** Fewer attempts may have met a worker of another version. */
const FEWEST_ATTEMPTS = 10;
const LONGEST = 256;
/** Control characters but for blanks, and what decoders put in the place of bytes that are no text. */
const NO_TEXT = /(?![\t\n\r])\p{Cc}|\uFFFD|\p{Surrogate}/gu;
/** Digits may be an id, and anything else the sign of some format. */
const LETTERS = /^\p{L}{0,64}(?: \p{L}{1,64}){0,2}$/u;
const ONE_CHARACTER = /^(.)\1{7,}$/su;

/** A few letters and control characters that come back again and again. */
export const junkBody: Rule = {
  name: 'junk-body',
  why: 'What no parser reads, what was delivered many times, and what holds neither an id nor the beginning of any format, carries nothing that somebody could work on.',
  source: 'RFC 8259, sections 2 and 7: no JSON begins with a letter but true, false and null, and none holds a bare control character.',
  examples: {
    for: [
      { shows: 'letters and a control character', payload: 'PoisonPoison\u0007', schema: 'absent', attempts: 25, stack: "Error: Unrecognized token 'PoisonPoison': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')", effects: 'external' },
      { shows: 'one character over and over', payload: '\u0000'.repeat(40), schema: 'absent', attempts: 25, stack: "SyntaxError: Unexpected token '\u0000', \"\u0000\u0000\" is not valid JSON" },
    ],
    against: [
      { shows: 'the same after few attempts', payload: 'PoisonPoison\u0007', schema: 'absent', attempts: 3, stack: "Error: Unrecognized token 'PoisonPoison': was expecting (JSON String, Number)" },
      { shows: 'the same and another failure', payload: 'PoisonPoison\u0007', schema: 'absent', attempts: 25, stack: 'Error: read ECONNRESET' },
      { shows: 'an id', payload: 'ORD-12345', schema: 'absent', attempts: 25, stack: `SyntaxError: Unexpected token 'O', "ORD-12345" is not valid JSON` },
      { shows: 'an id with a control character', payload: 'ORD12345\u0007', schema: 'absent', attempts: 25, stack: `SyntaxError: Unexpected token 'O', "ORD12345" is not valid JSON` },
      { shows: 'a document of another format', payload: '<order id="7"/>', schema: 'absent', attempts: 25, stack: `SyntaxError: Unexpected token '<', "<order id=" is not valid JSON` },
      { shows: 'a word', payload: 'hello', schema: 'absent', attempts: 25, stack: `SyntaxError: Unexpected token 'h', "hello" is not valid JSON` },
      { shows: 'bytes, which may be of another format', body: '\n\u0005hello', schema: 'absent', attempts: 25, stack: 'SyntaxError: Unexpected token \'h\', "hello" is not valid JSON' },
      { shows: 'what the schema admits', payload: 'PoisonPoison\u0007', attempts: 25, stack: "Error: Unrecognized token 'PoisonPoison': was expecting (JSON String, Number)" },
    ],
  },
  match(inspected) {
    const { letter, failure } = inspected;
    if (letter.attempts < FEWEST_ATTEMPTS || !isJunk(inspected) || !isParserRefusal(failure)) return undefined;
    return {
      cause: 'hopeless',
      rule: 'junk-body',
      why: `The body is a few letters and control characters that no parser reads, and it was delivered ${letter.attempts} times.`,
      evidence: [{ source: 'payload', fact: 'letters and control characters of no format' }, failureFact(failure), { source: 'broker', fact: `${letter.attempts} attempts` }],
      confidence: 'certain',
    };
  },
};

/** Bytes that are no JSON may be of a binary format, so only a text that the broker itself took for one is judged. */
function isJunk({ letter, schemaCheck }: InspectedLetter): boolean {
  const { payload } = letter;
  if (typeof payload !== 'string' || schemaCheck.kind === 'valid' || payload.length === 0 || payload.length > LONGEST) return false;
  const rest = payload.replaceAll(NO_TEXT, '');
  return (rest.length < payload.length && LETTERS.test(rest)) || ONE_CHARACTER.test(payload);
}
