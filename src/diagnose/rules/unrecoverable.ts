import { failureFact, type Rule } from '../rule.ts';
import { isValidatorRefusal } from '../validator-refusal.ts';

/** An error that the worker itself declared final. */
export const unrecoverable: Rule = {
  name: 'unrecoverable',
  why: 'The worker threw it to say that no further attempt makes sense; a healer must not know better, and hopeless is only what the user calls so. Where it repeats what a validator says of a payload that the schema refuses too, it is that refusal.',
  source: 'BullMQ documentation: UnrecoverableError fails a job without further attempts.',
  examples: {
    for: [
      { shows: 'a final error over a payload that the schema refuses', stack: 'UnrecoverableError: card was charged, receipt failed: do not retry', refused: [['/on', 'type']], effects: 'external', cause: 'unknown' },
      { shows: 'the same of a job on a database', stack: 'UnrecoverableError: card was charged, receipt failed: do not retry', refused: [['/on', 'type']], cause: 'unknown' },
      { shows: 'a final error', stack: 'UnrecoverableError: connection to the ledger was refused', attempts: 1 },
    ],
    against: [
      { shows: 'a validator\'s refusal made final, of a payload that the schema refuses too', stack: "UnrecoverableError: Invalid payload: data/amount must be number", refused: [['/amount', 'type']] },
      { shows: 'an ordinary error', stack: 'Error: connect ECONNREFUSED 10.0.0.7:443' },
    ],
  },
  match({ failure, schemaCheck }) {
    if (failure.library !== 'bullmq' || failure.code !== 'UNRECOVERABLE') return undefined;
    if (schemaCheck.kind === 'invalid' && isValidatorRefusal(failure)) return undefined;
    return {
      cause: 'unknown',
      rule: 'unrecoverable',
      why: 'The worker declared this error final; name it in `errors` if it means something else.',
      evidence: [failureFact(failure)],
      confidence: 'none',
    };
  },
};
