import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { ProvedEdit, RequeueReport } from '../../actions/requeue.ts';
import { MendqError, messageOf } from '../../core/errors.ts';
import type { PayloadEdit } from '../../repair/repair.ts';
import { actionResult } from '../action-result.ts';
import type { CommandContext, CommandOptions, CommandResult, RunCommand } from '../command.ts';
import { differenceLines } from '../difference.ts';
import { presentable } from '../presentable.ts';
import { thisPerson } from '../this-person.ts';
import { watchProgress } from '../watch-progress.ts';

/** `mendq requeue LETTER`: puts a letter back with an edited payload, once it is proved. */
export const requeue: RunCommand = async (context) => {
  const [letter = ''] = context.parameters;
  const { options, signal } = context;
  const edit = await readEdit(options);
  const { mendq } = await context.open();
  const progress = watchProgress(mendq, context);
  const timeout = options.timeout === undefined ? {} : { timeout: options.timeout };
  const report = await mendq
    .requeue(letter, { ...edit, ...timeout, actor: options.actor ?? thisPerson(), wait: options.wait ?? false, changeProtected: options.changeProtected ?? false, dryRun: options.dryRun ?? false, signal })
    .finally(progress.end);
  return report.edit.kind === 'refused' ? refused(letter, report.edit, context) : done(letter, report, report.edit, context);
};

/** What the flags make of the payload: another one, or changes, those of `--set` before those of `--remove`. */
async function readEdit({ payload, set = [], remove = [] }: CommandOptions): Promise<PayloadEdit> {
  const changes = [...set, ...remove.map((pointer) => ({ pointer }))];
  if ((payload === undefined) === (changes.length === 0)) {
    throw new MendqError('MENDQ_E_USAGE', 'say what the payload shall be: either the whole, or what changes', { hint: 'Give --payload FILE (- for standard input), or --set /pointer=JSON and --remove /pointer.' });
  }
  if (payload === undefined) return { changes };
  try {
    return { text: payload === '-' ? await text(process.stdin) : await readFile(payload, 'utf8') };
  } catch (error) {
    throw new MendqError('MENDQ_E_USAGE', `the payload can't be read: ${messageOf(error)}`, { hint: 'Name a file with JSON in it, or - for standard input.', cause: error });
  }
}

function refused(letter: string, { proof, why, hint }: Extract<ProvedEdit, { readonly kind: 'refused' }>, { commandLine }: CommandContext): CommandResult {
  const error = new MendqError('MENDQ_E_CONFLICT', `${letter} was not requeued, because the proof ${proof} fails: ${why}`, { hint });
  return { status: 'error', summary: { proof, why }, text: '', error, next: [commandLine('show', letter)] };
}

function done(letter: string, report: RequeueReport, edit: Extract<ProvedEdit, { readonly kind: 'proved' }>, context: CommandContext): CommandResult {
  const { terminal, options, commandLine } = context;
  const { paint } = terminal.output;
  const { proofs, changedProtected, patch } = edit;
  const lines = differenceLines(presentable(edit.before), presentable(edit.after), paint);
  const difference = `${paint.bold('Difference')}\n${lines.map((line) => `  ${line}\n`).join('')}proved: ${proofs.join(', ')}\n${changedProtected === undefined ? '' : `changed on purpose: ${changedProtected}\n`}\n`;
  const facts = { proofs, changedProtected: changedProtected ?? null, patch };
  if (options.dryRun === true) return { status: 'ok', summary: { dryRun: true, ...facts }, text: `${difference}Nothing was done.\n` };
  const underWay = report.letters.find(({ state }) => state === 'replayed');
  const result = actionResult(report, { done: 'requeued', next: () => (underWay === undefined ? [commandLine('show', letter)] : [commandLine('show', underWay.id), commandLine('undo', underWay.id)]) }, context);
  return { ...result, summary: { ...result.summary, ...facts }, text: difference + result.text };
}
