import { mask } from '../mask.ts';
import type { FailureText } from '../failure-text.ts';
import { complaintTemplate } from './complaints.ts';
import type { Recognition } from './recogniser.ts';

/** What Joi's sentences go on with behind the path. */
const SAYS =
  '(?:is (?:required|not allowed|not a valid|forbidden)|must (?:be|contain|have|match|not|only|meet)\\b|length must be\\b|does not (?:match|contain)\\b|contains\\b|failed custom validation\\b|is not allowed to be\\b|missing required peers|conflict with|with value [^\\n]{1,400} (?:fails|matches)\\b|cannot be|threw an error)';
/** Joi's sentences begin with the quoted path: `"fileName" is required`, also behind the label of `Joi.attempt` or the application's words. */
const COMPLAINT = new RegExp(`^([^"\\n]{0,120}[:-] )?"[^"\\n]{1,200}" ${SAYS}`);
/** Without the quotes only the class of the error tells; Yup's sentences are asked before. */
const UNQUOTED = new RegExp(`^[\\w.[\\]]{1,200} ${SAYS}`);
/** `annotate()` prints the value with notes in it, and the sentences below, each behind its number. */
const ANNOTATED = /(?:^|\n)\[(\d{1,3})\] ("[^"\n]{1,200}" [^\n]{1,400})/g;
const COLOURS = new RegExp(`${String.fromCodePoint(27)}\\[\\d{1,2}m`, 'g');
const CLASSES = new Set(['ValidationError', 'Error', '']);

/** Joi. */
export function recogniseJoi({ errorClass, message }: FailureText): Recognition | undefined {
  if (!CLASSES.has(errorClass)) return undefined;
  const annotated = message.startsWith('{') || message.startsWith('[') ? annotatedSentences(message) : [];
  if (annotated.length > 0) return { library: 'joi', template: complaintTemplate('', annotated.map(maskedSentence)) };
  const prefix = COMPLAINT.exec(message)?.[1] ?? '';
  if (COMPLAINT.test(message)) return { library: 'joi', template: complaintTemplate(prefix, sentencesOf(message.slice(prefix.length))) };
  return errorClass === 'ValidationError' && UNQUOTED.test(message) ? { library: 'joi', template: mask(message) } : undefined;
}

function annotatedSentences(message: string): readonly string[] {
  const plain = message.replace(COLOURS, '');
  return [...plain.matchAll(ANNOTATED)].slice(0, 32).map(([, , sentence = '']) => sentence).filter((sentence) => COMPLAINT.test(sentence));
}

/** `ValidationError` joins its sentences with a full stop, applications with a comma. */
function sentencesOf(text: string): readonly string[] {
  return text.split(/(?:\. |, |; )(?=")/).slice(0, 32).map(maskedSentence);
}

/** A value may hold quotes of its own, so that it is cut out before the rest is masked. */
function maskedSentence(sentence: string): string {
  const start = sentence.indexOf(' with value "');
  const end = sentence.search(/" (?:fails|matches) /);
  const general = start < 0 || end < start ? sentence : `${sentence.slice(0, start)} with value <text>${sentence.slice(end + 1)}`;
  const path = /^"([^"\n]{1,200})" /.exec(general);
  return path === null ? mask(general) : `"${(path[1] ?? '').replace(/\[\d{1,12}\]/g, '[*]')}" ${mask(general.slice(path[0].length))}`;
}
