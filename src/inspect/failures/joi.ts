import type { FailureText } from '../failure-text.ts';
import type { Recognition } from './recogniser.ts';

/** Joi's sentences begin with the quoted path: `"fileName" is required`. */
const COMPLAINT = /^"[^"\n]{1,200}" (?:is (?:required|not allowed)|must (?:be|contain|have|match|not)\b|length must be\b|does not match\b|contains\b|failed custom validation\b|with value [^\n]{1,400} (?:fails|matches)\b)/;

/** Joi. */
export function recogniseJoi({ errorClass, message }: FailureText): Recognition | undefined {
  return (errorClass === 'ValidationError' || errorClass === 'Error' || errorClass === '') && COMPLAINT.test(message) ? { library: 'joi' } : undefined;
}
