import type { LetterReport } from '../../actions/show.ts';
import type { Json } from '../../core/json.ts';
import type { CommandContext, RunCommand } from '../command.ts';
import { presentable } from '../presentable.ts';
import { letterText } from '../letter-text.ts';

/** `mendq show LETTER`: everything known of it. Payloads are redacted. */
export const show: RunCommand = async (context) => {
  const [letter = ''] = context.parameters;
  const { mendq } = await context.open();
  const report = await mendq.show(letter);
  return {
    status: 'ok',
    summary: { id: report.record.id, state: report.record.state, recorded: report.recorded, chainHolds: report.chainHolds },
    items: [toItem(report)],
    text: letterText(report, context.terminal.output),
    next: nextSteps(report, context),
  };
};

function toItem({ record, before, after, patch, events, archive, others }: LetterReport): object {
  const { letter, decision, round, state, why, hold, dueAt, replayId, replayedAt, outcomeAt, stripped, forgotten } = record;
  const { queue, broker, name, messageId, failure, attempts, enqueuedAt, oversize, body } = letter;
  return {
    id: record.id,
    ...{ queue, broker, name, messageId, state, round, why, hold, dueAt, replayId, replayedAt, outcomeAt, stripped, forgotten },
    ...{ attempts, enqueuedAt, diedAt: failure.at, reason: failure.reason.slice(0, 4096), bytes: oversize ?? body.byteLength },
    signatures: decision?.signatures,
    diagnosis: decision?.diagnosis,
    plan: decision === undefined ? undefined : { verdict: decision.plan.verdict, operations: decision.plan.operations, proofs: decision.plan.proofs },
    before: presentable(before) ?? null,
    after: presentable(after) ?? null,
    patch: patch.map((operation) => ('value' in operation ? { ...operation, value: presentable(operation.value as Json) } : operation)),
    timeline: events,
    archive,
    others,
  };
}

function nextSteps({ record: { id, state }, recorded }: LetterReport, { commandLine }: CommandContext): readonly string[] {
  if (!recorded) return [commandLine('plan'), commandLine('heal')];
  switch (state) {
    case 'escalated':
    case 'parked':
      return [commandLine('replay', id), commandLine('requeue', id, '--payload', 'payload.json', '--dry-run'), commandLine('discard', id), commandLine('resume', id)];
    case 'planned':
    case 'replayed':
      return [commandLine('undo', id)];
    case 'discarded':
    case 'settled':
      return [commandLine('restore', id)];
    default:
      return [];
  }
}
