import type { QueueFailure } from '../house.ts';
import { countText } from './describe-time.ts';

/** What `export` wrote. */
export interface Exported {
  readonly letters: number;
  /** Those of them of which it is known what was right. */
  readonly labelled: number;
  /** Those of them in which something was hidden. */
  readonly hidden: number;
  readonly leftOut: number;
  readonly truncated: boolean;
  readonly interrupted: boolean;
  readonly failures: readonly QueueFailure[];
}

/** What was written, in one sentence. */
export function exportSentence({ letters, labelled, truncated, interrupted }: Exported): string {
  if (interrupted) return 'stopped before the end';
  return `${countText(letters, 'letter')}, ${labelled} of them with what was right${truncated ? '; there are more: raise --limit' : ''}`;
}

/** What whoever gets the letters has to know of them, for standard error. */
export function exportNotes({ hidden, leftOut }: Exported, raw: boolean): readonly string[] {
  return [
    ...(raw ? ['Nothing is hidden in these letters: they hold payloads, errors and stacks as they are.'] : []),
    ...(hidden === 0 ? [] : [`Values are hidden in ${countText(hidden, 'letter')}: eval decides them but can't score them. --raw writes them as they are.`]),
    ...(leftOut === 0 ? [] : [`${countText(leftOut, 'letter')} left out: their content is gone${raw ? ' or too large' : ', too large or no JSON'}.`]),
  ];
}
