import type { DiscardReport } from '../../actions/discard.ts';
import { MendqError } from '../../core/errors.ts';
import { actionResult } from '../action-result.ts';
import type { CommandContext, CommandResult, RunCommand } from '../command.ts';
import { countText } from '../describe-time.ts';
import { oneLine } from '../plain-text.ts';
import { thisPerson } from '../this-person.ts';
import { watchProgress } from '../watch-progress.ts';

/** `mendq discard LETTER|SIGNATURE`: archives letters and takes them off their queue; a group only with `--yes`. */
export const discard: RunCommand = async (context) => {
  const [name = ''] = context.parameters;
  const { options, signal, commandLine } = context;
  const { mendq } = await context.open();
  const progress = watchProgress(mendq, context);
  const reason = options.reason === undefined ? {} : { reason: options.reason };
  const report = await mendq.discard(name, { actor: options.actor ?? thisPerson(), ...reason, yes: options.yes ?? false, signal }).finally(progress.end);
  if (report.unconfirmed !== undefined) return unconfirmed(name, report.unconfirmed, context);
  return actionResult(report, {
    done: 'discarded',
    next: (letters) => {
      const gone = letters.find(({ state }) => state === 'discarded');
      return gone === undefined ? [] : [commandLine('restore', gone.id)];
    },
  }, context);
};

function unconfirmed(name: string, { letters, example }: NonNullable<DiscardReport['unconfirmed']>, { options, commandLine }: CommandContext): CommandResult {
  const reason = options.reason === undefined ? [] : ['--reason', options.reason];
  const error = new MendqError('MENDQ_E_USAGE', `${oneLine(name)} is a group of ${countText(letters, 'letter')}; nothing was done`, { hint: `Look at one of them (${example}), then say --yes.` });
  return { status: 'error', summary: { letters, example }, text: '', error, next: [commandLine('show', example), commandLine('discard', name, ...reason, '--yes')] };
}
