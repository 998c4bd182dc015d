import type { PlannedLetter, PlanReport } from '../../actions/plan.ts';
import { systemClock } from '../../core/clock.ts';
import type { CommandContext, CommandResult, RunCommand } from '../command.ts';
import { countText, timeText } from '../describe-time.ts';
import { differenceLines } from '../difference.ts';
import { emptyText } from '../empty-text.ts';
import { EXIT } from '../exit-codes.ts';
import { countsOf, groupBy } from '../group-by.ts';
import { oneLine } from '../plain-text.ts';
import { presentable } from '../presentable.ts';
import type { Paint } from '../terminal.ts';
import { watchProgress } from '../watch-progress.ts';

/** `mendq plan`: what heal would do, letter by letter. Changes nothing. */
export const plan: RunCommand = async (context) => {
  const { options, signal } = context;
  const { mendq, config } = await context.open();
  const progress = watchProgress(mendq, context);
  const limit = options.limit === undefined ? {} : { limit: options.limit };
  const report = await mendq.plan({ signal, queues: options.queue ?? [], ...limit }).finally(progress.end);
  return toResult(report, options.queue ?? config.queues.map(({ name }) => name), context, systemClock.now());
};

function toResult(report: PlanReport, queues: readonly string[], context: CommandContext, now: Date): CommandResult {
  const { letters, truncated, failures } = report;
  const verdicts = countsOf(letters.map(({ verdict }) => verdict));
  const interrupted = context.signal.aborted;
  return {
    status: failures.length > 0 || interrupted ? 'partial' : letters.length === 0 ? 'nothing_to_do' : 'ok',
    summary: { letters: letters.length, verdicts, queues, lookedAt: now, interrupted, truncated },
    items: letters.map(toItem),
    text: letters.length === 0 ? emptyText(queues, now) : planText(report, context.terminal.output.paint, now),
    next: letters[0] === undefined ? [] : [context.commandLine('heal', '--wait')],
    failures,
    ...(!interrupted && (verdicts['escalate'] ?? 0) > 0 && context.options.failOn?.includes('waiting') === true ? { exitCode: EXIT.waiting } : {}),
  };
}

function toItem({ before, after, ...letter }: PlannedLetter): object {
  return { ...letter, before: presentable(before) ?? null, after: presentable(after) ?? null };
}

function planText({ letters, truncated }: PlanReport, paint: Paint, now: Date): string {
  const groups = groupBy(letters, ({ queue, name, signature, verdict, why }) => [queue, name, signature, verdict, why].join('\0'));
  const sorted = groups.toSorted((left, right) => right.length - left.length);
  const head = `${countText(letters.length, 'dead letter')}, decided at ${timeText(now)}; nothing was changed\n`;
  const more = truncated ? '\nThere are more letters: raise --limit to plan them\n' : '';
  return `${head}${sorted.map((group) => groupText(group, paint)).join('')}${more}`;
}

function groupText(group: readonly PlannedLetter[], paint: Paint): string {
  const [first] = group;
  if (first === undefined) return '';
  const { verdict, queue, name, diagnosis, why, operations } = first;
  const known = Object.entries(countsOf(group.flatMap(({ state }) => state ?? [])));
  const lines = [
    `${paint.bold(verdict)}  ${group.length} × ${oneLine(queue)} / ${oneLine(name)}`,
    `  ${diagnosis.cause}: ${oneLine(why)}`,
    ...diagnosis.evidence.slice(0, 5).map(({ source, fact }) => paint.dim(`  ${source}: ${oneLine(fact)}`)),
    ...(operations.length === 0 ? [] : [`  ${operations.map((operation) => oneLine(operation)).join(', ')}`]),
    ...differenceLines(presentable(first.before), presentable(first.after), paint).map((line) => `  ${line}`),
    paint.dim(`  ${first.id}${known.length === 0 ? '' : `; in the ledger: ${known.map(([state, count]) => `${state} ${count}`).join(', ')}`}`),
  ];
  return `\n${lines.join('\n')}\n`;
}
