import type { ActedLetter, ActionReport } from '../actions/action-report.ts';
import { MendqError } from '../core/errors.ts';
import type { CommandContext, CommandResult, Status } from './command.ts';
import { countText } from './describe-time.ts';
import { EXIT } from './exit-codes.ts';
import { groupBy } from './group-by.ts';
import { oneLine } from './plain-text.ts';
import type { Paint } from './terminal.ts';

/** Most letters listed where `--limit` says nothing. */
const LIMIT = 1000;

/** How an action is told. */
export interface ActionWords {
  /** What was done: `replayed`, `discarded`. */
  readonly done: string;
  /** Command lines that make sense afterwards. */
  readonly next: (letters: readonly ActedLetter[]) => readonly string[];
}

/** A person's order as the result of its command. One letter that was refused is an error; among several it makes the result partial. */
export function actionResult(report: ActionReport, words: ActionWords, context: CommandContext): CommandResult {
  const { letters, done, waiting, refused, failures, interrupted } = report;
  const [only] = letters;
  const shown = letters.slice(0, context.options.limit ?? LIMIT);
  const result: CommandResult = {
    status: statusOf(report),
    summary: { letters: letters.length, done, waiting, refused, interrupted, truncated: shown.length < letters.length },
    items: shown,
    text: actionText(report, words, context.terminal.output.paint),
    next: words.next(letters),
    failures,
  };
  if (letters.length === 1 && only?.result === 'refused') {
    const error = new MendqError('MENDQ_E_CONFLICT', `${only.id} was not ${words.done}: ${only.why}`, { hint: `It is ${only.state} now. Its timeline tells what happened to it.` });
    return { ...result, status: 'error', text: '', error, next: [context.commandLine('show', only.id)] };
  }
  return refused > 0 && !interrupted && failures.length === 0 ? { ...result, exitCode: EXIT.failure } : result;
}

function statusOf({ refused, done, waiting, failures, interrupted }: ActionReport): Status {
  if (failures.length > 0 || interrupted || refused > 0) return 'partial';
  return done + waiting === 0 ? 'nothing_to_do' : 'ok';
}

function actionText({ letters, done, waiting, refused, interrupted }: ActionReport, words: ActionWords, paint: Paint): string {
  const counts = [`${countText(done, 'letter')} ${words.done}`, ...(waiting === 0 ? [] : [`${waiting} waiting`]), ...(refused === 0 ? [] : [`${refused} not`])];
  const groups = groupBy(letters, ({ result, state, hold, why }) => [result, state, hold ?? '', why].join('\0'));
  const lines = groups.flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { state, hold, why, id } = first;
    const name = group.length === 1 ? id : `${group.length} letters`;
    return [`  ${paint.bold(`${state}${hold === undefined ? '' : ` (${hold})`}`)}  ${name}: ${oneLine(why)}`];
  });
  return `${counts.join(', ')}\n${lines.length === 0 ? '' : `${lines.join('\n')}\n`}${interrupted ? 'Stopped. What was in hand was finished; run the same again to go on.\n' : ''}`;
}
