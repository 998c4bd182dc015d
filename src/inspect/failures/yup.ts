import { mask } from '../mask.ts';
import type { FailureText } from '../failure-text.ts';
import { complaintTemplate, maskedPath } from './complaints.ts';
import type { Recognition } from './recogniser.ts';

/** What Yup's sentences go on with behind the path. */
const SAYS =
  '(?:must be a `\\w{1,20}` type, but\\b|is a required field|cannot be null|must be (?:defined|at (?:least|most)|exactly|one of|an? (?:valid|integer|positive|negative)|a (?:lowercase|upper case|trimmed)|greater than|less than|in )|must not be one of|must (?:match|have) (?:the following|less than|at least)|field (?:has unspecified keys|must have)|length must be)';
/** Sentences begin with the bare path, `this` for the whole value; several complaints are only counted. */
const COMPLAINT = new RegExp(`^[\\w.[\\]"-]{1,200} ${SAYS}|^\\d{1,4} errors occurred$`);
/** Only Yup tells both the wanted type and what the value was cast to; so it is known behind other words, and under other classes. */
const CAST = /(?:^|[-:,;] )[\w.[\]"-]{1,200} must be a `\w{1,20}` type, but the final value was: /;
/** The value stands behind it. */
const VALUE = ', but the final value was: ';
const SENTENCE = new RegExp(`([\\w.[\\]"-]{1,200}) (${SAYS}[^,\\n]{0,80})`, 'g');

/** Yup. Mongoose throws errors of the same name with other words. */
export function recogniseYup({ errorClass, message }: FailureText): Recognition | undefined {
  if (!(errorClass === 'ValidationError' && COMPLAINT.test(message)) && !CAST.test(message)) return undefined;
  const sentences = [...message.matchAll(SENTENCE)].slice(0, 32).map(([, path = '', words = '']) => `${maskedPath(path)} ${mask(words.split(VALUE)[0] ?? '')}`);
  return { library: 'yup', template: sentences.length === 0 ? mask(message) : complaintTemplate('', sentences) };
}
