import type { ForgetReport } from '../../actions/forget.ts';
import type { CommandContext, CommandResult, RunCommand } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { forgetText } from '../forget-text.ts';
import { thisPerson } from '../this-person.ts';

/** Letters that are listed where no limit is given. */
const LISTED = 1000;

/** `mendq forget KEY`: removes what mendq keeps about a data subject, with `--yes`; says what that would be without. */
export const forget: RunCommand = async (context) => {
  const [key = ''] = context.parameters;
  const { yes = false, dryRun = false, actor = thisPerson(), limit = LISTED } = context.options;
  const { mendq } = await context.open();
  const report = await mendq.forget(key, actor, { dryRun: dryRun || !yes, signal: context.signal });
  const facts = factsOf(report, limit);
  const left = facts.status === 'partial' && context.options.failOn?.includes('rest') === true ? { exitCode: EXIT.waiting } : {};
  return { ...facts, ...left, text: forgetText(report, limit), next: nextSteps(report, key, context), failures: report.failures };
};

function factsOf(report: ForgetReport, limit: number): Pick<CommandResult, 'status' | 'summary' | 'items'> {
  const { dryRun, interrupted, letters, archive, dead, unclear, hooks, sources } = report;
  const inFlight = letters.filter(({ result }) => result === 'in-flight').length;
  const complete = inFlight + dead.length + archive.byHand.length + unclear.length + hooks.count === 0 && !interrupted;
  const nothing = letters.length + archive.letters + sources === 0;
  return {
    status: complete ? (nothing ? 'nothing_to_do' : 'ok') : 'partial',
    summary: { dryRun, interrupted, forgotten: letters.length - inFlight, inFlight, archived: archive.letters, sources, dead: dead.length, unclear: unclear.length, hooksThatThrew: hooks.count },
    items: [
      ...letters.slice(0, limit),
      ...dead.slice(0, limit).map((job) => ({ ...job, result: 'dead-in-queue' })),
      ...archive.byHand.map((place) => ({ ...place, result: 'by-hand' })),
      ...unclear.slice(0, limit).map((id) => ({ id, result: 'unclear' })),
    ],
  };
}

function nextSteps({ dryRun, letters, archive }: ForgetReport, key: string, { commandLine }: CommandContext): readonly string[] {
  if (dryRun) return letters.length + archive.letters === 0 ? [] : [commandLine('forget', key, '--yes')];
  return letters.some(({ result }) => result === 'in-flight') ? [commandLine('forget', key, '--yes')] : [];
}
