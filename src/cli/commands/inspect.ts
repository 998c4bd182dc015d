import type { GroupReport, LetterGroup } from '../../actions/groups.ts';
import { systemClock } from '../../core/clock.ts';
import type { CommandContext, CommandResult, RunCommand } from '../command.ts';
import { agoText, countText, timeText } from '../describe-time.ts';
import { emptyText } from '../empty-text.ts';
import { EXIT } from '../exit-codes.ts';
import { oneLine } from '../plain-text.ts';
import type { Output, Paint } from '../terminal.ts';
import { watchProgress } from '../watch-progress.ts';

/** Most groups shown where `--limit` says nothing. */
const LIMIT = 100;

/** `mendq inspect`: the dead letters by kind, most letters first. Changes nothing. */
export const inspect: RunCommand = async (context) => {
  const { options, signal } = context;
  const { mendq } = await context.open();
  const progress = watchProgress(mendq, context);
  const report = await mendq.inspect({ signal, queues: options.queue ?? [] }).finally(progress.end);
  return toResult(report, context, systemClock.now());
};

function toResult(report: GroupReport, context: CommandContext, now: Date): CommandResult {
  const { groups, letters, queues, failures } = report;
  const shown = groups.slice(0, context.options.limit ?? LIMIT);
  const waiting = groups.reduce((sum, { states }) => sum + (states.escalated ?? 0) + (states.parked ?? 0), 0);
  const interrupted = context.signal.aborted;
  return {
    status: failures.length > 0 || interrupted ? 'partial' : letters === 0 ? 'nothing_to_do' : 'ok',
    summary: { letters, groups: groups.length, waiting, queues, lookedAt: now, interrupted, truncated: shown.length < groups.length },
    items: shown,
    text: letters === 0 ? emptyText(Object.keys(queues), now) : groupsText(report, shown, context.terminal.output, now),
    next: nextSteps(groups, waiting, context),
    failures,
    ...(waiting > 0 && !interrupted && context.options.failOn?.includes('waiting') === true ? { exitCode: EXIT.waiting } : {}),
  };
}

function nextSteps(groups: readonly LetterGroup[], waiting: number, { commandLine }: CommandContext): readonly string[] {
  const example = groups.find(({ states }) => waiting > 0 && (states.escalated ?? states.parked) !== undefined) ?? groups[0];
  return example === undefined ? [] : [commandLine('show', example.example), commandLine('plan'), commandLine('heal')];
}

function groupsText({ groups, letters, queues }: GroupReport, shown: readonly LetterGroup[], { paint }: Output, now: Date): string {
  const head = `${countText(letters, 'dead letter')} of ${countText(groups.length, 'kind')} in ${countText(Object.keys(queues).length, 'queue')}, at ${timeText(now)}\n`;
  const rest = groups.length - shown.length;
  return `${head}${shown.map((group) => groupText(group, paint, now)).join('')}${rest > 0 ? `\n${countText(rest, 'more kind')}: raise --limit to see them\n` : ''}`;
}

function groupText(group: LetterGroup, paint: Paint, now: Date): string {
  const { letters, queue, name, title, states, example, signature, newest, oldest, explanation } = group;
  const stand = Object.entries(states).map(([state, count]) => `${state} ${count}`).join(', ');
  const died = letters === 1 ? `died ${agoText(newest, now)}` : `last died ${agoText(newest, now)}, first ${agoText(oldest, now)}`;
  return `\n${paint.bold(`${letters} × ${oneLine(queue)} / ${oneLine(name)}`)}\n  ${oneLine(title)}\n${explanation === undefined ? '' : `  ${oneLine(explanation, 400)}\n`}${paint.dim(`  ${stand}; ${died}\n  ${signature}, for example ${example}`)}\n`;
}
