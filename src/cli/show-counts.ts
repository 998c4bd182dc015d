import type { CommandContext } from './command.ts';
import { countText } from './describe-time.ts';
import { createStatusLine } from './status-line.ts';

/** How far a command has come. */
export interface CountProgress {
  /** Says how many letters were `done`: checked, decided, written. */
  show(done: string, letters: number): void;
  /** Takes the line away. */
  end(): void;
}

/** Shows how many letters a command has dealt with, where a person is watching and `quiet` is not true. */
export function showCounts({ terminal: { errors }, options }: CommandContext, quiet = false): CountProgress {
  if (quiet || options.json === true || !errors.interactive) return { show: () => undefined, end: () => undefined };
  const line = createStatusLine(errors);
  return { show: (done, letters) => line.show(`${done} ${countText(letters, 'letter')}`), end: () => line.clear() };
}
