import type { FailureText } from '../failure-text.ts';
import type { Recognition } from './recogniser.ts';

/** Yup's sentences begin with the bare path, `this` for the whole value; several complaints are only counted. */
const COMPLAINT =
  /^[\w.[\]"-]{1,200} (?:must be a `\w{1,20}` type, but\b|is a required field$|cannot be null$|must be (?:defined|at (?:least|most)|exactly|one of|an? (?:valid|integer)|greater than|less than)\b|must match the following\b|field has unspecified keys\b)|^\d{1,4} errors occurred$/;

/** Yup. Mongoose throws errors of the same name with other words. */
export function recogniseYup({ errorClass, message }: FailureText): Recognition | undefined {
  return errorClass === 'ValidationError' && COMPLAINT.test(message) ? { library: 'yup' } : undefined;
}
