import { systemClock } from '../core/clock.ts';
import { messageOf } from '../core/errors.ts';
import type { MendqEvents } from '../core/events.ts';
import type { Outcome } from '../core/outcome.ts';
import type { Mendq } from '../mendq.ts';
import type { CommandContext } from './command.ts';
import { DESCRIBE_EVENT, errorFacts } from './describe-event.ts';
import { timeText } from './describe-time.ts';
import { oneLine } from './plain-text.ts';

/** Tells what happens as it happens: lines for people on standard error, or JSON Lines on standard output. */
export interface PatrolLog {
  /** Says something that is no event of the healer. */
  readonly say: (event: string, facts: Readonly<Record<string, unknown>>, line: string) => void;
  /** Says an error that the patrol survives. */
  readonly complain: (error: Error) => void;
  /** What has happened so far. */
  readonly totals: () => { readonly passes: number; readonly decided: number; readonly replayed: number; readonly outcomes: Readonly<Partial<Record<Outcome, number>>>; readonly errors: number };
}

/** Follows the events of `mendq`. */
export function createPatrolLog(mendq: Mendq, { command, options, terminal }: Pick<CommandContext, 'command' | 'options' | 'terminal'>): PatrolLog {
  const outcomes: Partial<Record<Outcome, number>> = {};
  const counts = { passes: 0, decided: 0, replayed: 0, errors: 0 };
  const say: PatrolLog['say'] = (event, facts, line) => {
    const at = systemClock.now();
    if (options.json === true) terminal.output.write(`${JSON.stringify({ schemaVersion: 1, command, event, at, ...facts })}\n`);
    else if (line !== '') terminal.errors.write(`${terminal.errors.paint.dim(timeText(at))}  ${line}\n`);
  };
  const follow = <Name extends keyof MendqEvents>(name: Name): void => {
    mendq.on(name, (event) => {
      const description = DESCRIBE_EVENT[name](event);
      if (description !== undefined) say(name, description.facts, description.line ?? '');
    });
  };
  for (const name of Object.keys(DESCRIBE_EVENT) as (keyof MendqEvents)[]) follow(name);
  mendq.on('pass-finished', ({ decided, replayed }) => {
    counts.passes += 1;
    counts.decided += decided;
    counts.replayed += replayed;
  });
  // The pass rejects with the error of its queue too; once is enough.
  const told = new WeakSet<Error>();
  mendq.on('queue-failed', ({ error }) => {
    counts.errors += 1;
    told.add(error);
  });
  mendq.on('letter-finished', ({ outcome }) => (outcomes[outcome] = (outcomes[outcome] ?? 0) + 1));
  return {
    say,
    complain: (error) => {
      if (told.has(error)) return;
      counts.errors += 1;
      say('error', { error: errorFacts(error) }, terminal.errors.paint.red(oneLine(messageOf(error), 500)));
    },
    totals: () => ({ ...counts, outcomes }),
  };
}
