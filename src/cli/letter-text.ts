import type { LetterReport } from '../actions/show.ts';
import type { Diagnosis } from '../core/diagnosis.ts';
import type { AuditEvent } from '../ledger/audit-event.ts';
import type { LetterRecord } from '../ledger/contract.ts';
import { momentText } from './describe-time.ts';
import { differenceLines } from './difference.ts';
import { oneLine } from './plain-text.ts';
import { presentable } from './presentable.ts';
import type { Output, Paint } from './terminal.ts';

/** Longest payload that is shown whole, in characters of its JSON. */
const PAYLOAD = 2000;

/** A letter for people: what it is, why it died, the evidence, the difference, what happened to it. */
export function letterText(report: LetterReport, { paint }: Pick<Output, 'paint'>): string {
  const { record, before, after, explanation } = report;
  return [
    headText(report, paint),
    record.decision === undefined ? '' : section('Why', [...diagnosisLines(record.decision.diagnosis), ...(explanation === undefined ? [] : [`the model on this kind: ${oneLine(explanation, 500)}`])], paint),
    record.decision === undefined ? '' : section('Plan', planLines(record.decision.plan), paint),
    section('Difference', differenceLines(presentable(before), presentable(after), paint), paint),
    section('Payload', [payloadText(report)], paint),
    section('Timeline', report.events.map(eventLine), paint),
    report.chainHolds ? '' : paint.red('\nThe hash chain of this timeline does not hold: see mendq explain MENDQ_E_LEDGER_CORRUPT\n'),
    section('Other deaths of this message', report.others.map(({ id, state, round }) => `${id}  ${state}, round ${round}`), paint),
  ].join('');
}

function headText({ record, recorded, archive }: LetterReport, paint: Paint): string {
  const { letter, state, why, hold, dueAt } = record;
  const facts: readonly (readonly [name: string, text: string])[] = [
    ['state', recorded ? `${state}${why === '' ? '' : `: ${oneLine(why, 500)}`}` : 'dead in its queue; no pass has seen it yet'],
    ...(hold === undefined ? [] : [['held', `${hold}${dueAt === undefined ? '' : ` until ${momentText(dueAt)}`}`] as const]),
    ['queue', `${oneLine(letter.queue)} (${letter.broker}), job ${oneLine(letter.name)}, message ${oneLine(letter.messageId)}`],
    ['died', `${momentText(letter.failure.at)}, after ${letter.attempts} attempts; round ${record.round}`],
    ['failure', oneLine(letter.failure.reason, 500) || '(the broker gives no reason)'],
    ...(archive === undefined ? [] : [['archive', archive.location] as const]),
  ];
  return `${paint.bold(record.id)}\n${facts.map(([name, text]) => `  ${paint.dim(name.padEnd(8))} ${text}\n`).join('')}`;
}

function diagnosisLines({ cause, rule, confidence, why, evidence }: Diagnosis): readonly string[] {
  return [`${cause}: ${oneLine(why, 500)} (rule ${rule}, ${confidence})`, ...evidence.map(({ source, fact }) => `${source}: ${oneLine(fact, 500)}`)];
}

function planLines({ verdict, operations, proofs }: NonNullable<LetterRecord['decision']>['plan']): readonly string[] {
  return [
    verdict,
    ...operations.map(({ name, path, class: kind }) => `${name} ${oneLine(path)} (${kind})`),
    ...(proofs.length === 0 ? [] : [`proved: ${proofs.join(', ')}`]),
  ];
}

function payloadText({ record, before, archive }: LetterReport): string {
  const { oversize, body } = record.letter;
  if (record.forgotten === true) return 'forgotten on behalf of the person it was about';
  if (record.stripped === true) return `removed when its time was over${archive === undefined ? '' : `; the archive has it: ${archive.location}`}`;
  if (oversize !== undefined) return `${oversize} bytes: above the reading limit, not loaded`;
  // Where nothing can be found by key or place, nothing is known to be harmless.
  if (before === undefined) return `${body.byteLength} bytes that are not JSON, beginning with ${JSON.stringify(new TextDecoder().decode(body.subarray(0, 1)))}; not shown, since nothing in them can be redacted`;
  return oneLine(JSON.stringify(presentable(before)), PAYLOAD);
}

function eventLine({ at, sequence, type, actor, detail, erased }: AuditEvent): string {
  const { why, outcome } = erased === true ? { why: 'its detail was erased' } : detail;
  const facts = [outcome, why].filter((fact) => typeof fact === 'string').map((fact) => oneLine(fact, 300));
  return `${momentText(at)}  ${sequence}. ${type}${actor === 'mendq' ? '' : ` by ${oneLine(actor)}`}${facts.length === 0 ? '' : `: ${facts.join(', ')}`}`;
}

function section(title: string, lines: readonly string[], paint: Paint): string {
  return lines.length === 0 ? '' : `\n${paint.bold(title)}\n${lines.map((line) => `  ${line}\n`).join('')}`;
}
