import type { RunCommand } from '../command.ts';
import { countText } from '../describe-time.ts';
import { oneLine } from '../plain-text.ts';
import { thisPerson } from '../this-person.ts';

/** `mendq resume LETTER|SIGNATURE`: lets mendq decide a letter that waits for a person, or a stopped group, again. */
export const resume: RunCommand = async (context) => {
  const [name = ''] = context.parameters;
  const { mendq } = await context.open();
  const resumed = await mendq.resume(name, context.options.actor ?? thisPerson());
  if (resumed === undefined) return { status: 'nothing_to_do', summary: { resumed: 0 }, text: `${oneLine(name)} is not a stopped group\n`, next: [context.commandLine('inspect')] };
  const text = `${oneLine(name)} goes on; ${countText(resumed, 'letter')} will be decided again\n`;
  return { status: 'ok', summary: { resumed }, text, next: [context.commandLine('heal', '--wait')] };
};
