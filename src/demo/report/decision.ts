import type { Json, Verdict } from '../../index.ts';
import { redact } from '../../core/redact.ts';
import { changesOf, type Change } from './diff.ts';
import type { Decided, Group } from './groups.ts';
import { count, shorten, type Paper } from './paper.ts';

/** Letters of a group that are named. */
const NAMES = 4;

/** Facts that are shown of a diagnosis. */
const FACTS = 3;

const VERDICTS: Readonly<Record<Verdict, string>> = {
  retry: 'replay it as it is, after a backoff',
  repair: 'repair and replay',
  settle: 'take it off the queue without a replay',
  discard: 'archive it, then take it off the queue',
  escalate: 'leave it for a person',
};

/** Writes what was decided for a group: cause, evidence, verdict, and what a repair changes in its first letter. */
export function writeDecision({ number, queue, job }: Group, events: readonly Decided[], paper: Paper): void {
  const first = events.toSorted((left, right) => (left.letter.messageId < right.letter.messageId ? -1 : 1))[0];
  if (first === undefined) return;
  const { diagnosis, verdict, operations, letter, repaired } = first;
  const { paint } = paper;
  paper.line();
  paper.line(`${paint.bold(paint.cyan(`[${number}]`.padStart(5)))} ${paint.bold(`${queue} / ${job}`)}: ${events.length === 1 ? letter.messageId : count(events.length, 'letter')}`);
  if (events.length > 1) paper.field('letters', nameThem(events));
  paper.field('cause', `${diagnosis.cause} (${diagnosis.confidence}): ${diagnosis.why}`);
  for (const { source, fact } of diagnosis.evidence.slice(0, FACTS)) paper.field('evidence', `${source}: ${shorten(fact, 220)}`);
  const steps = operations.map(({ name, path, class: kind }) => `${name} ${path} (${kind})`).join(', ');
  paper.field('verdict', steps === '' ? VERDICTS[verdict] : `${VERDICTS[verdict]}: ${steps}`, paint.bold);
  if (repaired !== undefined && letter.payload !== undefined) writeDiff(redact(letter.payload), redact(repaired), paper);
}

function nameThem(events: readonly Decided[]): string {
  const names = events.map(({ letter }) => letter.messageId).toSorted();
  const rest = names.length - NAMES;
  return rest > 0 ? `${names.slice(0, NAMES).join(', ')} and ${rest} more, decided as one` : names.join(', ');
}

function writeDiff(before: Json, after: Json, paper: Paper): void {
  const lines = changesOf(before, after).flatMap((change) => linesOf(change, paper));
  for (const [index, { text, colour }] of lines.entries()) paper.exact(index === 0 ? 'change' : '', text, colour);
}

function linesOf({ pointer, before, after }: Change, { paint }: Paper): readonly { readonly text: string; readonly colour: (text: string) => string }[] {
  const removed = before === undefined ? [] : [{ text: `- ${pointer} ${JSON.stringify(before)}`, colour: paint.red }];
  const added = after === undefined ? [] : [{ text: `+ ${pointer} ${JSON.stringify(after)}`, colour: paint.green }];
  return [...removed, ...added];
}
