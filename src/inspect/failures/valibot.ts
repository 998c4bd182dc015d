import type { FailureText } from '../failure-text.ts';
import type { Recognition } from './recogniser.ts';

/** Valibot: nobody else names an error so. */
export function recogniseValibot({ errorClass }: FailureText): Recognition | undefined {
  return errorClass === 'ValiError' ? { library: 'valibot' } : undefined;
}
