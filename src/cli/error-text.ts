import type { MendqError } from '../core/errors.ts';
import { plainText } from './plain-text.ts';
import type { Paint } from './terminal.ts';

/**
 * An error for people: the code, what was tried, what to do, where to read more. `verbose` adds the stack, with those of
 * its causes.
 */
export function errorText(error: MendqError, paint: Paint, verbose: boolean): string {
  const hint = error.hint === undefined ? [] : [`  ${plainText(error.hint, { lines: true }).replaceAll('\n', '\n  ')}`];
  const lines = [
    `${paint.red(error.code)}  ${plainText(error.message, { lines: true })}`,
    ...hint,
    paint.dim(`  More: mendq explain ${error.code}`),
    ...(verbose ? [paint.dim(stackOf(error))] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function stackOf(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return plainText(String(error));
  const own = plainText(error.stack ?? error.message, { lines: true });
  return error.cause === undefined || depth > 5 ? own : `${own}\ncaused by ${stackOf(error.cause, depth + 1)}`;
}
