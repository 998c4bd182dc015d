import type { RunCommand } from '../command.ts';
import { countText } from '../describe-time.ts';
import { oneLine } from '../plain-text.ts';
import { thisPerson } from '../this-person.ts';

/** `mendq resume SIGNATURE`: lets a stopped group go on; its letters that were handed to a person are decided again. */
export const resume: RunCommand = async (context) => {
  const [signature = ''] = context.parameters;
  const { mendq } = await context.open();
  const resumed = await mendq.resume(signature, context.options.actor ?? thisPerson());
  if (resumed === undefined) return { status: 'nothing_to_do', summary: { resumed: 0 }, text: `${oneLine(signature)} is not a stopped group\n`, next: [context.commandLine('inspect')] };
  const text = `${oneLine(signature)} goes on; ${countText(resumed, 'letter')} will be decided again\n`;
  return { status: 'ok', summary: { resumed }, text, next: [context.commandLine('heal', '--wait')] };
};
