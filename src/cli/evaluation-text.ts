import type { EvaluatedLetter, EvaluationNumbers, EvaluationSummary } from '../evaluate/evaluate.ts';
import { countText } from './describe-time.ts';
import { oneLine } from './plain-text.ts';
import { table, type Column } from './table.ts';
import type { Output, Paint } from './terminal.ts';

const COLUMNS: readonly Column[] = [
  { title: 'category' },
  ...['letters', 'right', 'abstained', 'harmful', 'wasteful', 'healed'].map((title): Column => ({ title, width: Math.max(7, title.length), align: 'right' })),
];


/** An evaluation for people: the numbers by category, then every letter that was not decided right. */
export function evaluationText(summary: EvaluationSummary, misses: readonly string[], interrupted: boolean, output: Output): string {
  const { byCategory, ...all } = summary;
  const rows = [...Object.entries(byCategory).map(([category, numbers]) => toRow(oneLine(category, 40), numbers)), toRow('all', all)];
  const facts = [
    ...(all.healedRate === null ? [] : [`of ${countText(all.healable, 'letter')} that can be healed, ${all.healed} were decided right: ${percent(all.healedRate)}`]),
    ...(all.discardRecall === null ? [] : [`of the letters that are to be discarded, ${percent(all.discardRecall)} were`]),
    ...(all.unlabelled === undefined ? [] : [`${all.unlabelled} unlabelled: decided, not scored`]),
    ...(interrupted ? ['stopped before the end'] : []),
  ];
  return [table(COLUMNS, rows, output), ...facts.map((fact) => `${fact}\n`), ...(misses.length === 0 ? [] : ['\n', ...misses])].join('');
}

/** The line of a letter that was not decided right, as a list; empty for one that was. */
export function missLine({ id, expected, verdict, score, why, rule }: EvaluatedLetter, paint: Paint): readonly string[] {
  if (score === 'right') return [];
  const head = `${score === 'harmful' ? paint.red(score) : paint.bold(score)} ${oneLine(id, 60)}`;
  const wanted = expected === undefined ? `decided ${verdict}` : `expected ${expected}, decided ${verdict}${verdict === expected ? ' with another payload' : ''}`;
  return [`${head}: ${wanted} (${rule})\n  ${oneLine(why)}\n`];
}

function toRow(name: string, { letters, right, abstained, harmful, wasteful, healedRate }: EvaluationNumbers): readonly string[] {
  return [name, ...[letters, right, abstained, harmful, wasteful].map(String), healedRate === null ? '-' : percent(healedRate)];
}

/** Rounded down: what is not all is not 100 %. */
function percent(rate: number): string {
  return `${Math.floor(rate * 1000) / 10} %`;
}
