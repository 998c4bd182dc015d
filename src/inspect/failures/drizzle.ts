import { mask } from '../mask.ts';
import type { FailureText } from '../failure-text.ts';
import type { Recognition } from './recogniser.ts';

/** Drizzle's wrapper around a driver's error: `Failed query: <statement>` and a line with the parameters' values. */
export function recogniseDrizzle({ message }: FailureText): Recognition | undefined {
  if (!message.startsWith('Failed query: ')) return undefined;
  const parameters = message.indexOf('\nparams: ');
  return { library: 'drizzle', template: mask(parameters < 0 ? message : message.slice(0, parameters)) };
}
