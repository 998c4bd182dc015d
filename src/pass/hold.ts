import type { GuardAnswer } from '../guard/guard.ts';
import type { Transition } from '../ledger/contract.ts';
import { summaryOf } from './letter-summary.ts';
import type { PassContext } from './pass-context.ts';
import { redactorOf } from './redactor-of.ts';

type Held = Extract<GuardAnswer, { kind: 'held' }>;
type Refused = Extract<GuardAnswer, { kind: 'refused' }>;

/** Writes down which letters have to wait, until when and why, gives their claims back, and hands refused ones to a person. */
export async function holdAndRefuse(answers: readonly GuardAnswer[], context: PassContext): Promise<void> {
  const now = context.clock.now();
  const untilOf = (answer: Held): Date => answer.until ?? new Date(now.getTime() + context.policy.holdRetry);
  const held = answers.filter((answer): answer is Held => answer.kind === 'held');
  const refused = answers.filter((answer): answer is Refused => answer.kind === 'refused');
  const changes = [...held.map((answer) => toHold(answer, untilOf(answer), context)), ...refused.map((answer) => toRefusal(answer, now, context))];
  const applied = await context.ledger.transition(changes, now);
  for (const [index, answer] of [...held, ...refused].entries()) {
    if (applied[index] !== true) continue;
    const letter = summaryOf(answer.record);
    if (answer.kind === 'held') context.emit('letter-held', { letter, reason: answer.reason, why: answer.why, until: untilOf(answer) });
    else context.emit('letter-finished', { letter, outcome: answer.state, why: answer.why });
  }
}

/** The answers with reasons that tell nothing which stands at a redacted place: the blocklist and the idempotency key name values of the payload. */
export function discreetAnswers(answers: readonly GuardAnswer[], { redactorFor }: PassContext): readonly GuardAnswer[] {
  return answers.map((answer) => ('why' in answer ? { ...answer, why: redactorOf(answer.record, redactorFor).text(answer.why) } : answer));
}

function toHold(answer: Held, until: Date, context: PassContext): Transition {
  const { record, reason, why, claimed } = answer;
  return {
    id: record.id,
    from: [claimed ? 'claimed' : 'planned'],
    to: 'planned',
    owner: context.owner,
    why,
    hold: reason,
    dueAt: until,
    lease: null,
    event: { type: 'held', actor: 'mendq', detail: { reason, why, until: until.toISOString() } },
  };
}

function toRefusal(answer: Refused, now: Date, context: PassContext): Transition {
  const { record, state, why, claimed } = answer;
  return {
    id: record.id,
    from: [claimed ? 'claimed' : 'planned'],
    to: state,
    owner: context.owner,
    why,
    hold: null,
    dueAt: null,
    outcomeAt: now,
    event: { type: 'finished', actor: 'mendq', detail: { outcome: state, why } },
  };
}
