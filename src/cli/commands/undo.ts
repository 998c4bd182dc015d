import { actionResult } from '../action-result.ts';
import type { RunCommand } from '../command.ts';
import { thisPerson } from '../this-person.ts';
import { watchProgress } from '../watch-progress.ts';

/** `mendq undo LETTER|SIGNATURE`: takes back what has not run; the letters wait for a person as they died. */
export const undo: RunCommand = async (context) => {
  const [name = ''] = context.parameters;
  const { options, signal, commandLine } = context;
  const { mendq } = await context.open();
  const progress = watchProgress(mendq, context);
  const report = await mendq.undo(name, { actor: options.actor ?? thisPerson(), signal }).finally(progress.end);
  return actionResult(report, {
    done: 'taken back',
    next: (letters) => {
      const parked = letters.find(({ result }) => result === 'done');
      return parked === undefined ? [] : [commandLine('show', parked.id), commandLine('replay', parked.id), commandLine('resume', parked.id)];
    },
  }, context);
};
