import type { FailureText } from '../failure-text.ts';
import type { Recognition } from './recogniser.ts';

/** An error class of the application's own, or of a library that has no recogniser yet. */
export function recogniseApplication({ errorClass }: FailureText): Recognition | undefined {
  return errorClass === '' || errorClass === 'Error' || errorClass === 'error' ? undefined : { library: 'application' };
}
