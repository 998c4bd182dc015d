import { countText, timeText } from './describe-time.ts';
import { oneLine } from './plain-text.ts';

/** Most queues that are named where nothing was found. */
const NAMED = 5;

/** Says that nothing was found, where it was looked for and when. */
export function emptyText(queues: readonly string[], now: Date): string {
  if (queues.length === 0) return `no queue was found, so there was nothing to look at (at ${timeText(now)}); mendq doctor tells which pattern finds none\n`;
  const named = queues.slice(0, NAMED).map((queue) => oneLine(queue)).join(', ');
  const more = queues.length > NAMED ? ` and ${queues.length - NAMED} more` : '';
  return `no dead letters in ${named}${more} (looked at ${countText(queues.length, 'queue')} at ${timeText(now)})\n`;
}
