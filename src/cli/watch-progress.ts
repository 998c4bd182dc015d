import type { MendqEvents } from '../core/events.ts';
import type { Mendq } from '../mendq.ts';
import type { CommandContext } from './command.ts';
import { countText } from './describe-time.ts';
import { oneLine } from './plain-text.ts';
import { createStatusLine } from './status-line.ts';

const STAGES: Readonly<Record<MendqEvents['pass-progress']['stage'], string>> = { reading: 'reading', acting: 'replaying', watching: 'watching' };

/** Shows how far a pass has come, where a person is watching. `end` takes the line away and stops listening. */
export function watchProgress(mendq: Mendq, { terminal, options }: CommandContext): { readonly end: () => void } {
  const { errors } = terminal;
  if (options.json === true || !errors.interactive) return { end: () => undefined };
  const line = createStatusLine(errors);
  line.show('connecting');
  const unsubscribe = [
    mendq.on('pass-started', ({ queues }) => line.show(`looking at ${countText(queues.length, 'queue')}`)),
    mendq.on('pass-progress', ({ stage, queue, letters }) => line.show(`${STAGES[stage]} ${oneLine(queue, 40)}: ${countText(letters, 'letter')}`)),
    mendq.on('pass-finished', () => line.show('following the outcomes')),
  ];
  return {
    end: () => {
      for (const stop of unsubscribe) stop();
      line.clear();
    },
  };
}
