import Table from 'cli-table3';
import type { Check } from '../checks.ts';
import type { LetterStory } from '../letter-stories.ts';
import type { Proofs } from '../proofs.ts';
import { count, type Paper } from './paper.ts';

/** Widths of the table's columns; with its six lines they fill 80 columns. */
const COLUMNS = [26, 6, 14, 11, 17];

/** Writes what became of everything: table, what was left to a person, what was thrown away, what the database says. */
export function writeEnding(stories: readonly LetterStory[], proofs: Proofs, checks: readonly Check[], paper: Paper): void {
  writeTable(stories, paper);
  writeUndecided(stories.filter(({ outcome }) => outcome === 'escalated'), paper);
  writeDiscarded(proofs, paper);
  writeEffects(proofs, paper);
  writeChecks(checks, paper);
}

function writeTable(stories: readonly LetterStory[], paper: Paper): void {
  const rows = new Map<string, { readonly story: LetterStory; readonly letters: number }>();
  for (const story of stories) {
    const key = [story.queue, story.diagnosis?.cause, story.outcome].join('\0');
    const row = rows.get(key);
    rows.set(key, { story: row?.story ?? story, letters: (row?.letters ?? 0) + 1 });
  }
  const table = new Table({ head: ['queue', 'jobs', 'cause', 'outcome', 'for example'], colWidths: COLUMNS, style: { head: [], border: [] } });
  for (const { story, letters } of rows.values()) {
    table.push([story.queue, letters, story.diagnosis?.cause ?? '', story.outcome ?? 'none', story.letter.id]);
  }
  heading('What became of the dead jobs', paper);
  for (const line of table.toString().split('\n')) paper.line(line);
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
  paper.field('restored', `${letter}: ${bytes} bytes, SHA-256 ${bodyHash.slice(0, 16)}…, ${same ? 'the same bytes as before' : 'NOT the same bytes as before'}`);
}

function writeEffects({ effects }: Proofs, paper: Paper): void {
  heading('What the business database says', paper);
  const { invoices, emails, charges, exports, comments, customers, duplicated } = effects;
  paper.field('rows', `${invoices} invoices, ${emails} e-mails, ${charges} charges, ${exports} exports, ${comments} comments, ${customers} customers`);
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
