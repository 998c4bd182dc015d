import { FAILED_CHILD_FACT, factOf } from '../../core/letter-facts.ts';
import { failureFact, type Rule } from '../rule.ts';
import { uncertainAttempt } from '../uncertain-attempt.ts';

/** A parent of a flow that was failed because a child of it failed. */
export const childFailed: Rule = {
  name: 'child-failed',
  why: 'BullMQ fails the parent in the place of running it: the run that this failure ended did nothing, and the parent goes on by design once its children are done. Anybody can write such a text into an error, so the broker has to know the child.',
  source: 'BullMQ documentation of flows: failParentOnFailure fails the parent with "child <key> failed" when a worker takes it up.',
  examples: {
    for: [
      { shows: 'a parent whose child the broker knows', stack: 'UnrecoverableError: child bull:parts:7 failed', headers: { [FAILED_CHILD_FACT]: 'job 7 of queue parts' }, cause: 'transient' },
      { shows: 'the same of a job that acts outside, before its first run', stack: 'UnrecoverableError: child bull:parts:7 failed', headers: { [FAILED_CHILD_FACT]: 'job 7 of queue parts' }, effects: 'external', cause: 'transient' },
      { shows: 'the text of a job that has no such child', stack: 'UnrecoverableError: child bull:parts:7 failed', cause: 'unknown' },
      { shows: 'a parent that acts outside and was cut in an earlier attempt', stack: 'UnrecoverableError: child bull:parts:7 failed', earlier: ['Error: socket hang up'], headers: { [FAILED_CHILD_FACT]: 'job 7 of queue parts' }, effects: 'external', cause: 'unknown' },
    ],
    against: [
      { shows: 'a parent whose payload the schema refuses', stack: 'UnrecoverableError: child bull:parts:7 failed', refused: [['/id', 'type']], headers: { [FAILED_CHILD_FACT]: 'job 7 of queue parts' } },
      { shows: 'an ordinary error of these words', stack: 'Error: child bull:parts:7 failed', headers: { [FAILED_CHILD_FACT]: 'job 7 of queue parts' } },
    ],
  },
  match(letter, context) {
    const { failure } = letter;
    if (failure.library !== 'bullmq' || failure.code !== 'CHILD_FAILED') return undefined;
    const child = factOf(letter.letter, FAILED_CHILD_FACT);
    const evidence = [failureFact(failure)];
    const undecided = { cause: 'unknown', rule: 'child-failed', evidence, confidence: 'none' } as const;
    if (child === undefined) return { ...undecided, why: 'It says that a child of it failed, but the broker knows no such child.' };
    if (letter.schemaCheck.kind === 'invalid') return undefined;
    const facts = [...evidence, { source: 'broker', fact: `${child} is a child of it` }];
    // The last run did nothing; those before it, while the job added its children, may have.
    const earlier = (failure.earlier ?? []).length === 0 ? undefined : uncertainAttempt(withoutLast(letter), context);
    if (earlier !== undefined) {
      return { ...undecided, evidence: [...facts, failureFact(earlier)], why: 'A child of it failed, and an earlier run of its own may have acted outside before it failed, so a replay could do it twice.' };
    }
    return { cause: 'transient', rule: 'child-failed', evidence: facts, confidence: 'likely', why: `It failed because its child failed (${child}); it goes on once all its children are done.` };
  },
};

/** The letter as if its newest earlier failure were its last. */
function withoutLast(letter: Parameters<Rule['match']>[0]): Parameters<Rule['match']>[0] {
  const [newest, ...older] = letter.failure.earlier ?? [];
  return newest === undefined ? letter : { ...letter, failure: { ...newest, earlier: older } };
}
