import type { InspectedLetter } from '../../core/inspected-letter.ts';
import { isParserRefusal } from '../parser-refusal.ts';
import { failureFact, type Rule } from '../rule.ts';

const LONGEST = 256;
/** What programs write in place of a value that they do not have, or can not write. */
const PLACEHOLDER = /^(?:\[object [A-Z]\w{1,30}\](?:,\s?\[object [A-Z]\w{1,30}\]){0,8}|undefined|NaN|None|nil|null|function\s?\(\)\s?\{ \[native code\] \})$/;
const DECODER = new TextDecoder('utf-8', { fatal: true });

/** The name of a value in place of the value. */
export const lostBody: Rule = {
  name: 'lost-body',
  why: 'A body that is only the name of what was to stand there ("[object Object]") was lost by its producer; nothing of it is left to repair, and no attempt can read it.',
  source: 'ECMAScript, Object.prototype.toString; RFC 8259, section 3: `undefined`, `NaN` and `None` are no JSON.',
  examples: {
    for: [
      { shows: 'an object that was written as text', payload: '[object Object]', refused: [['', 'type']], stack: 'Error: boom' },
      { shows: 'the same without a schema', payload: '[object Object]', schema: 'absent', stack: `SyntaxError: "[object Object]" is not valid JSON` },
      { shows: 'nothing that was written as text', body: 'undefined', schema: 'absent', stack: `SyntaxError: "undefined" is not valid JSON` },
    ],
    against: [
      { shows: 'the same text where the schema admits it', payload: '[object Object]', stack: 'Error: boom' },
      { shows: 'the same text, which nobody has objected to', payload: '[object Object]', schema: 'absent', stack: 'Error: boom' },
      { shows: 'one lost member of several', payload: { id: 7, note: '[object Object]' }, refused: [['/note', 'pattern']], stack: 'Error: boom' },
      { shows: 'an id that was sent alone', payload: 'ORD-12345', schema: 'absent', stack: `SyntaxError: Unexpected token 'O', "ORD-12345" is not valid JSON` },
    ],
  },
  match(inspected) {
    const text = wholeText(inspected);
    if (text === undefined || !PLACEHOLDER.test(text.trim())) return undefined;
    const { failure, schemaCheck } = inspected;
    if (schemaCheck.kind !== 'invalid' && !isParserRefusal(failure)) return undefined;
    return {
      cause: 'hopeless',
      rule: 'lost-body',
      why: 'The whole body is the name of a value that its producer did not write; nothing of the value is left.',
      evidence: [{ source: 'payload', fact: 'the body is a placeholder and nothing else' }, failureFact(failure)],
      confidence: 'certain',
    };
  },
};

/** The body as text, where it is short: a JSON text, or one that is no JSON. */
function wholeText({ letter }: InspectedLetter): string | undefined {
  if (typeof letter.payload === 'string') return letter.payload.length <= LONGEST ? letter.payload : undefined;
  if (letter.payload !== undefined || letter.oversize !== undefined || letter.body.length > LONGEST) return undefined;
  try {
    return DECODER.decode(letter.body);
  } catch {
    return undefined;
  }
}
