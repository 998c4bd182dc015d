import Table from 'cli-table3';
import type { Check } from '../checks.ts';
import type { LetterStory } from '../letter-stories.ts';
import type { Proofs } from '../proofs.ts';
import { count, type Paper } from './paper.ts';

/** Widths of the table's columns. */
const COLUMNS = [28, 7, 15, 12, 16];

/** A table without lines: blanks keep its columns apart. */
const NO_LINES = {
  top: '', 'top-mid': '', 'top-left': '', 'top-right': '', bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '',
  left: '  ', 'left-mid': '', mid: '', 'mid-mid': '', right: '', 'right-mid': '', middle: '',
} as const;
const NO_STYLE = { head: [], border: [], 'padding-left': 0, 'padding-right': 0 };

/** Writes what became of everything: table, what was left to a person, what was thrown away, what the database says. */
export function writeEnding(stories: readonly LetterStory[], proofs: Proofs, checks: readonly Check[], paper: Paper): void {
  writeTable(stories, paper);
  writeUndecided(stories.filter(({ outcome }) => outcome === 'escalated'), paper);
  writeDiscarded(proofs, paper);
  writeEffects(proofs, paper);
  writeChecks(checks, paper);
}

function writeTable(stories: readonly LetterStory[], paper: Paper): void {
  const table = new Table({ head: ['queue', 'jobs', 'cause', 'outcome', 'for example'], colWidths: COLUMNS, chars: NO_LINES, style: NO_STYLE });
  table.push(...rowsOf(stories));
  heading('What became of the dead jobs', paper);
  for (const [index, line] of table.toString().split('\n').entries()) paper.line(index === 0 ? paper.paint.dim(line.trimEnd()) : line.trimEnd());
}

/** One row for all letters of a queue that had one cause and one end. */
function rowsOf(stories: readonly LetterStory[]): (string | number)[][] {
  const rows = new Map<string, LetterStory[]>();
  for (const story of stories) {
    const key = [story.queue, story.diagnosis?.cause, story.outcome].join('\0');
    rows.set(key, [...(rows.get(key) ?? []), story]);
  }
  return [...rows.values()].flatMap((alike) =>
    alike.slice(0, 1).map(({ queue, diagnosis, outcome, letter }) => [queue, alike.length, diagnosis?.cause ?? '', outcome ?? 'none', letter.id]),
  );
}

function writeUndecided(stories: readonly LetterStory[], paper: Paper): void {
  heading(`What mendq could not decide: ${count(stories.length, 'letter')} left where they were, for a person`, paper);
  for (const { letter, why } of stories) paper.field(letter.id, why ?? '', paper.paint.yellow);
}

function writeDiscarded({ restored, sources }: Proofs, paper: Paper): void {
  heading('What was thrown away, and can be brought back', paper);
  for (const { letter, tenant, blockedUntil } of sources) {
    const block = blockedUntil === undefined ? 'not blocked' : `blocked until ${blockedUntil.toISOString().slice(0, 10)}, as isBlocked() tells producers`;
    paper.field(letter, `archived; its tenant ${tenant} is ${block}`);
  }
  if (restored === undefined) return;
  const { letter, bytes, bodyHash, same } = restored;
  paper.field('restored', `${letter} by mendq.restore(): ${bytes} bytes, SHA-256 ${bodyHash.slice(0, 16)}…, ${same ? 'the same bytes as before' : 'NOT the same bytes as before'}`);
}

function writeEffects({ effects }: Proofs, paper: Paper): void {
  heading('What the business database says', paper);
  const { invoices, emails, charges, exports, comments, customers, duplicated } = effects;
  paper.field('rows', [count(invoices, 'invoice'), count(emails, 'e-mail'), count(charges, 'charge'), count(exports, 'export'), count(comments, 'comment'), count(customers, 'customer')].join(', '));
  paper.field('duplicates', String(duplicated), duplicated === 0 ? paper.paint.green : paper.paint.red);
}

function writeChecks(checks: readonly Check[], paper: Paper): void {
  const failed = checks.filter(({ passed }) => !passed);
  if (failed.length === 0) return;
  heading('What went otherwise than it should', paper);
  for (const { name, found } of failed) paper.field('✗', `${name}: ${found}`, paper.paint.red);
}

function heading(text: string, paper: Paper): void {
  paper.line();
  paper.line(paper.paint.bold(text));
}
