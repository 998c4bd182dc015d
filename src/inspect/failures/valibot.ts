import { mask } from '../mask.ts';
import type { FailureText } from '../failure-text.ts';
import { complaintTemplate, maskedPath } from './complaints.ts';
import type { Recognition } from './recogniser.ts';

/** `Invalid type: Expected number but received "3"`, `Invalid email: Received "x"`. */
const SENTENCE = /Invalid [a-z][\w /-]{0,40}: (?:Expected .{1,200}? but received |Received )/;
const SENTENCES = new RegExp(SENTENCE, 'g');
const SUMMARY = /× ([^\n×]{1,400})(?:\n {2}→ at ([^\n]{1,200}))?/g;

/** Valibot: nobody else names an error so, nor writes such sentences. */
export function recogniseValibot({ errorClass, message }: FailureText): Recognition | undefined {
  const sentence = SENTENCE.exec(message);
  if (errorClass !== 'ValiError' && sentence === null) return undefined;
  const summary = [...message.matchAll(SUMMARY)].slice(0, 32);
  if (summary.length > 0) {
    const kinds = summary.map(([, words = '', path = 'the root']) => `${withoutValue(words)} at ${maskedPath(path)}`);
    return { library: 'valibot', template: complaintTemplate(message.slice(0, message.indexOf('× ')), kinds) };
  }
  const sentences = [...message.matchAll(SENTENCES)].slice(0, 32).map(([words]) => withoutValue(words));
  // Behind words or keys of the application there may be several; alone, what follows is the value.
  return { library: 'valibot', template: sentences.length > 1 ? complaintTemplate('', sentences) : withoutValue(message) };
}

/** What was received stands last in a sentence, and is quoted only where it is a text. */
function withoutValue(words: string): string {
  const cut = words.search(/\b[Rr]eceived /);
  return mask(cut < 0 ? words : words.slice(0, cut).replace(/ but $/, ''));
}
