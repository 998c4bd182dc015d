import type { HealReport } from '../actions/heal.ts';
import type { TalliedLetter } from '../actions/tally.ts';
import { countText, timeText } from './describe-time.ts';
import { emptyText } from './empty-text.ts';
import { countsOf, groupBy } from './group-by.ts';
import { oneLine } from './plain-text.ts';
import { table } from './table.ts';
import type { Output, Paint } from './terminal.ts';

type LetterOutcome = TalliedLetter['outcome'];

/** What each outcome means, in the order in which they are shown. */
const MEANINGS: Readonly<Record<LetterOutcome, string>> = {
  healed: 'replayed, and the work was done',
  presumed: 'replayed, and nothing speaks against success',
  replayed: 'back on its queue; the outcome is not known yet',
  settled: 'the work was done already: taken off, not replayed',
  discarded: 'hopeless: archived and taken off',
  waiting: 'due later, or held',
  returned: 'replayed, and died again',
  superseded: 'somebody else acted on it first',
  escalated: 'waits for a person',
  parked: 'waits for a person',
};

/** The report of a heal for people. */
export function healText(report: HealReport, queues: readonly string[], output: Output, now: Date): string {
  const { letters, decided, replayed, unfinished, waiting, interrupted } = report;
  const { paint } = output;
  if (letters.length === 0 && unfinished === 0 && !interrupted) return emptyText(queues, now) + earlierText(waiting);
  const counts = countsOf(letters.map(({ outcome }) => outcome));
  const rows = (Object.keys(MEANINGS) as LetterOutcome[]).flatMap((outcome) => {
    const count = counts[outcome];
    return count === undefined ? [] : [[colored(outcome, paint), String(count), `${MEANINGS[outcome]}${holdsText(outcome, letters)}`]];
  });
  const columns = [{ title: 'Outcome', width: 10 }, { title: 'Letters', width: 7, align: 'right' as const }, { title: 'Meaning' }];
  return [
    `${countText(decided, 'letter')} decided, ${replayed} replayed in ${countText(queues.length, 'queue')}, at ${timeText(now)}\n`,
    rows.length === 0 ? '' : `\n${table(columns, rows, output)}`,
    personText(letters.filter(({ outcome }) => outcome === 'escalated' || outcome === 'parked'), paint),
    unfinished === 0 ? '' : `\n${countText(unfinished, 'letter')} without an outcome yet\n`,
    interrupted ? '\nStopped. What was in hand was finished; run the same again to go on.\n' : '',
  ].join('');
}

function earlierText(waiting: number): string {
  return waiting === 0 ? '' : `${countText(waiting, 'letter')} of earlier passes ${waiting === 1 ? 'waits' : 'wait'} for a person: mendq inspect\n`;
}

/** The letters that a person has to look at, one line for each kind and reason. */
function personText(letters: readonly TalliedLetter[], paint: Paint): string {
  if (letters.length === 0) return '';
  const groups = groupBy(letters, ({ letter, why }) => [letter.queue, letter.name, letter.signature, why].join('\0'));
  const lines = groups.toSorted((left, right) => right.length - left.length).flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { letter, why } = first;
    return [`  ${group.length} × ${oneLine(letter.queue)} / ${oneLine(letter.name)}: ${oneLine(why)}`, paint.dim(`    ${letter.id}`)];
  });
  return `\n${paint.bold('For a person:')}\n${lines.join('\n')}\n`;
}

function holdsText(outcome: LetterOutcome, letters: readonly TalliedLetter[]): string {
  if (outcome !== 'waiting') return '';
  const holds = Object.entries(countsOf(letters.flatMap(({ hold }) => hold ?? []))).map(([hold, count]) => `${hold} ${count}`);
  return holds.length === 0 ? '' : ` (${holds.join(', ')})`;
}

function colored(outcome: LetterOutcome, paint: Paint): string {
  if (outcome === 'healed' || outcome === 'presumed' || outcome === 'settled') return paint.green(outcome);
  return outcome === 'returned' || outcome === 'escalated' || outcome === 'parked' ? paint.yellow(outcome) : outcome;
}
