import { CommanderError } from 'commander';
import { isMendqError, MendqError, messageOf } from '../core/errors.ts';

/** Anything thrown as an error of mendq: wrong usage as such, the unexpected as `MENDQ_E_INTERNAL`. */
export function toMendqError(error: unknown): MendqError {
  if (isMendqError(error)) return error;
  if (error instanceof CommanderError) return usageError(error.message);
  return new MendqError('MENDQ_E_INTERNAL', messageOf(error), { hint: 'Run it again with --verbose to see where this comes from.', cause: error });
}

/** Commander's message, which may carry a suggestion in its last line, taken apart. */
function usageError(message: string): MendqError {
  const [first = message, ...rest] = message.replace(/^error: /, '').split('\n');
  const suggestion = rest.map((line) => line.replace(/^\((.*)\)$/, '$1')).join(' ').trim();
  return new MendqError('MENDQ_E_USAGE', first, { hint: suggestion === '' ? 'See mendq --help.' : suggestion });
}
