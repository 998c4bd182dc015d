import { actionResult } from '../action-result.ts';
import type { RunCommand } from '../command.ts';
import { thisPerson } from '../this-person.ts';
import { watchProgress } from '../watch-progress.ts';

/** `mendq replay LETTER|SIGNATURE`: puts letters back on their queue as they died, because a person says so. */
export const replay: RunCommand = async (context) => {
  const [name = ''] = context.parameters;
  const { options, signal, commandLine } = context;
  const { mendq } = await context.open();
  const progress = watchProgress(mendq, context);
  const timeout = options.timeout === undefined ? {} : { timeout: options.timeout };
  const report = await mendq.replay(name, { actor: options.actor ?? thisPerson(), wait: options.wait ?? false, ...timeout, signal }).finally(progress.end);
  return actionResult(report, {
    done: 'replayed',
    next: (letters) => {
      const underWay = letters.find(({ state }) => state === 'replayed');
      return [
        ...(underWay === undefined ? [] : [commandLine('show', underWay.id), commandLine('undo', letters.length === 1 ? underWay.id : name)]),
        ...(report.waiting > 0 ? [commandLine('heal', '--wait')] : []),
      ];
    },
  }, context);
};
