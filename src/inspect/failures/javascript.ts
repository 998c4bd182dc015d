import type { FailureText } from '../failure-text.ts';
import { knownDetails, type Recognition } from './recogniser.ts';

const CLASSES = new Set(['TypeError', 'ReferenceError', 'RangeError', 'SyntaxError', 'URIError', 'EvalError', 'AssertionError']);
const JSON_MESSAGE = /(?: is not valid JSON|^Unexpected end of JSON input|in JSON at position \d{1,12}(?: \(line \d{1,9} column \d{1,9}\))?)$/;

/** Errors that the language itself throws. */
export function recogniseJavascript({ errorClass, message, frames, printed }: FailureText): Recognition | undefined {
  // `fetch failed` is a TypeError in name only; with a cause that nothing recognised it says nothing of the code.
  if (!CLASSES.has(errorClass) || (message === 'fetch failed' && printed.causes.length > 0)) return undefined;
  const parsing = errorClass === 'SyntaxError' && (frames[0]?.startsWith('JSON.parse') === true || JSON_MESSAGE.test(message));
  return { library: 'javascript', details: knownDetails({ parsing: parsing ? 'json' : undefined }) };
}
