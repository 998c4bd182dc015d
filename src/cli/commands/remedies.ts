import type { RemedyReport } from '../../actions/remedies.ts';
import { MendqError } from '../../core/errors.ts';
import type { RemedyDecision } from '../../core/remedy.ts';
import type { CommandContext, CommandResult, RunCommand } from '../command.ts';
import { countText } from '../describe-time.ts';
import { oneLine } from '../plain-text.ts';
import type { Paint } from '../terminal.ts';
import { thisPerson } from '../this-person.ts';

const DONE: Readonly<Record<RemedyDecision, string>> = { approve: 'is approved', reject: 'is rejected', pin: 'is pinned', unpin: 'is not pinned any more' };

/** `mendq remedies [approve|reject|pin|unpin SIGNATURE]`: what a model has said of each kind of failure, and a person's word on it. */
export const remedies: RunCommand = async (context) => {
  const [decision, signature] = context.parameters;
  if (decision === undefined) return list(context);
  if (!isDecision(decision) || signature === undefined) {
    throw new MendqError('MENDQ_E_USAGE', signature === undefined && isDecision(decision) ? `${decision} needs a signature` : `there is no remedies ${oneLine(decision)}`, { hint: 'mendq remedies, or mendq remedies approve|reject|pin|unpin SIGNATURE' });
  }
  const { mendq } = await context.open();
  const letters = await mendq.decideRemedy(signature, decision, context.options.actor ?? thisPerson());
  if (letters === undefined) return { status: 'nothing_to_do', summary: { signature, decision, letters: 0 }, text: `the remedy of ${oneLine(signature)} ${DONE[decision]} already\n` };
  const again = letters === 0 ? '' : `; ${countText(letters, 'letter')} will be decided again`;
  return { status: 'ok', summary: { signature, decision, letters }, text: `the remedy of ${oneLine(signature)} ${DONE[decision]}${again}\n`, next: letters === 0 ? [] : [context.commandLine('heal', '--wait')] };
};

function isDecision(word: string): word is RemedyDecision {
  return Object.hasOwn(DONE, word);
}

async function list(context: CommandContext): Promise<CommandResult> {
  const { mendq } = await context.open();
  const reports = await mendq.remedies();
  const { paint } = context.terminal.output;
  const proposed = reports.filter(({ remedy }) => remedy?.state === 'proposed');
  const [first] = proposed;
  return {
    status: reports.length === 0 ? 'nothing_to_do' : 'ok',
    summary: { kinds: reports.length, proposed: proposed.length },
    items: reports,
    text: reports.length === 0 ? 'no model has been asked about anything, and there is no remedy\n' : reports.map((report) => reportText(report, paint)).join('\n'),
    next: first === undefined ? [] : [context.commandLine('remedies', 'approve', first.signature), context.commandLine('remedies', 'reject', first.signature)],
  };
}

function reportText({ signature, queue, name, explanation, verdict, model, why, remedy }: RemedyReport, paint: Paint): string {
  const place = queue === undefined ? '' : `  ${oneLine(queue)} / ${oneLine(name ?? '')}`;
  const lines = [
    `${paint.bold(signature)}${place}`,
    ...(explanation === undefined ? [] : [`  ${oneLine(explanation, 400)}`]),
    ...(why === undefined ? [] : [`  ${oneLine(why, 400)}`]),
    ...(remedy === undefined ? [] : remedyLines(remedy)),
    paint.dim(`  ${[verdict, model].filter((part) => part !== undefined).map((part) => oneLine(part)).join(', by ')}`),
  ];
  return `${lines.filter((line) => line.trim() !== '').join('\n')}\n`;
}

function remedyLines({ state, does, operations, proved, tried, pinned, decidedBy }: NonNullable<RemedyReport['remedy']>): readonly string[] {
  const proof = proved === undefined || tried === undefined ? '' : `, proved for ${proved} of ${countText(tried, 'letter')}`;
  const by = decidedBy === undefined ? '' : `, by ${oneLine(decidedBy)}`;
  const what = does === 'discard' ? 'discard the letters of this kind' : operations.map(({ name, path }) => `${name} ${oneLine(path)}`).join(', ');
  return [`  ${state}${pinned ? ', pinned' : ''}${proof}${by}: ${what}`];
}
