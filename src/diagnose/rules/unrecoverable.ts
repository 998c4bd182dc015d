import { failureFact, type Rule } from '../rule.ts';

/** An error that the worker itself declared final. */
export const unrecoverable: Rule = {
  name: 'unrecoverable',
  why: 'The worker threw it to say that no further attempt makes sense; a healer must not know better, and hopeless is only what the user calls so.',
  source: 'BullMQ documentation: UnrecoverableError fails a job without further attempts.',
  examples: {
    for: [{ shows: 'a final error', stack: 'UnrecoverableError: connection to the ledger was refused', attempts: 1 }],
    against: [{ shows: 'an ordinary error', stack: 'Error: connect ECONNREFUSED 10.0.0.7:443' }],
  },
  match({ failure }) {
    if (failure.library !== 'bullmq' || failure.code !== 'UNRECOVERABLE') return undefined;
    return {
      cause: 'unknown',
      rule: 'unrecoverable',
      why: 'The worker declared this error final; name it in `errors` if it means something else.',
      evidence: [failureFact(failure)],
      confidence: 'none',
    };
  },
};
