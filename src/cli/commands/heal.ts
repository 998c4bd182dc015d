import type { HealReport } from '../../actions/heal.ts';
import type { TalliedLetter } from '../../actions/tally.ts';
import { systemClock } from '../../core/clock.ts';
import type { CommandContext, CommandResult, RunCommand, Status } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { countsOf } from '../group-by.ts';
import { healText } from '../heal-text.ts';
import { watchProgress } from '../watch-progress.ts';

/** Most letters listed where `--limit` says nothing. */
const LIMIT = 1000;

/** `mendq heal`: one pass over the queues; with `--wait` until every letter has an outcome. */
export const heal: RunCommand = async (context) => {
  const { options, signal, terminal } = context;
  const { mendq, config } = await context.open();
  const progress = watchProgress(mendq, context);
  mendq.on('breaker-opened', ({ queue, why }) => terminal.errors.write(`${queue}: a group was stopped: ${why}\n`));
  const report = await mendq
    .heal({ signal, queues: options.queue ?? [], wait: options.wait ?? false, ...(options.timeout === undefined ? {} : { timeout: options.timeout }) })
    .finally(progress.end);
  return toResult(report, options.queue ?? config.queues.map(({ name }) => name), context, systemClock.now());
};

function toResult(report: HealReport, queues: readonly string[], context: CommandContext, now: Date): CommandResult {
  const { letters, decided, replayed, unfinished, waiting, failures, interrupted } = report;
  const shown = letters.slice(0, context.options.limit ?? LIMIT);
  const outcomes = countsOf(letters.map(({ outcome }) => outcome));
  const exitCode = exitCodeFor(report, context);
  return {
    status: statusOf(report, context),
    summary: { letters: letters.length, decided, replayed, outcomes, unfinished, waiting, queues, finishedAt: now, interrupted, truncated: shown.length < letters.length },
    items: shown.map(toItem),
    text: healText(report, queues, context.terminal.output, now),
    next: nextSteps(report, context),
    failures,
    ...(exitCode === undefined ? {} : { exitCode }),
  };
}

function statusOf({ letters, failures, interrupted, unfinished }: HealReport, { options }: CommandContext): Status {
  if (failures.length > 0 || interrupted || (options.wait === true && unfinished > 0)) return 'partial';
  return letters.length === 0 && unfinished === 0 ? 'nothing_to_do' : 'ok';
}

function exitCodeFor({ interrupted, failures, waiting, unfinished }: HealReport, { options: { failOn = [] } }: CommandContext): number | undefined {
  if (interrupted || failures.length > 0) return undefined;
  const found = (failOn.includes('waiting') && waiting > 0) || (failOn.includes('unfinished') && unfinished > 0);
  return found ? EXIT.waiting : undefined;
}

function toItem({ letter, ...rest }: TalliedLetter): object {
  return { ...letter, ...rest };
}

function nextSteps({ letters, unfinished, interrupted }: HealReport, { commandLine, options }: CommandContext): readonly string[] {
  const waits = options.wait === true ? ['--wait'] : [];
  const forPerson = letters.find(({ outcome }) => outcome === 'escalated' || outcome === 'parked');
  return [
    ...(interrupted ? [commandLine('heal', ...waits)] : []),
    ...(!interrupted && unfinished > 0 ? [commandLine('heal', '--wait')] : []),
    ...(forPerson === undefined ? [] : [commandLine('show', forPerson.letter.id)]),
  ];
}
