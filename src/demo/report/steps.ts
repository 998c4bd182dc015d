import type { MendqEvents, Outcome } from '../../index.ts';
import { SHORT_BACKOFF } from '../waiting-times.ts';
import type { Group } from './groups.ts';
import { count, shorten, type Paper } from './paper.ts';

/** Ends that need nobody's attention. */
const GOOD: ReadonlySet<Outcome> = new Set(['healed', 'presumed', 'settled', 'discarded']);

/** Writes why letters of a group have to wait; what was told before is not told again. */
export function writeHolds(group: Group, events: readonly MendqEvents['letter-held'][], paper: Paper): void {
  const backoff = `a random time up to ${SHORT_BACKOFF.base} ms, then longer ones (this demo shortens the base from 30 s to ${SHORT_BACKOFF.base} ms)`;
  for (const { letter, reason, why } of events) {
    const [label, text] = reason === 'backoff' ? ['waits', backoff] : ['guard', `${letter.messageId} is held: ${why}`];
    if (!group.told.has(text)) step(group, label, text, paper);
    group.told.add(text);
  }
}

/** Writes that letters of a group went back on their queue. */
export function writeReplays(group: Group, letters: number, paper: Paper): void {
  step(group, 'guard', `${count(letters, 'letter')} let through: claimed, and the database says not done yet`, paper);
}

/** Writes how the letters of a group ended, one line for each kind of end. */
export function writeEndings(group: Group, paper: Paper): void {
  const endings = [...group.endings.values()].filter((ending) => ending !== undefined);
  for (const outcome of new Set(endings.map((ending) => ending.outcome))) {
    const alike = endings.filter((ending) => ending.outcome === outcome);
    const [first] = alike;
    const good = GOOD.has(outcome);
    const text = `${good ? '✓' : '!'} ${count(alike.length, 'letter')} ${outcome}: ${first?.why ?? ''}${startOf(alike)}`;
    step(group, 'outcome', text, paper, good ? paper.paint.green : paper.paint.yellow);
  }
}

function startOf(endings: readonly MendqEvents['letter-finished'][]): string {
  const waits = endings.flatMap(({ replayMilliseconds }) => replayMilliseconds ?? []);
  return waits.length === 0 ? '' : `; a worker started ${endings.length === 1 ? 'it' : 'each'} within ${Math.max(...waits)} ms`;
}

function step({ number }: Group, label: string, text: string, paper: Paper, colour?: (text: string) => string): void {
  paper.field(`[${number}] ${label}`, shorten(text, 400), colour);
}
