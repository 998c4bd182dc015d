import type { Rule } from '../rule.ts';

/** A job whose worker stopped reporting. */
export const stalled: Rule = {
  name: 'stalled',
  why: 'A job stalls because its worker was killed, blocked or out of memory while it ran: how far it came is unknown, and the same input may do it again.',
  source: 'BullMQ fails a job by itself once it has stalled more often than `maxStalledCount`; it runs no further attempt.',
  examples: {
    for: [
      { shows: 'the message alone, as BullMQ stores it', reason: 'job stalled more than allowable limit' },
      { shows: 'with a stack', stack: 'UnrecoverableError: job stalled more than allowable limit', effects: 'none' },
    ],
    against: [{ shows: 'the words inside another message', stack: 'Error: import said: job stalled more than allowable limit' }],
  },
  match({ failure, jobType }) {
    if (failure.library !== 'bullmq' || failure.code !== 'STALLED') return undefined;
    return {
      cause: 'unknown',
      rule: 'stalled',
      why: `The worker stopped in the middle of the job more than once${jobType.effects === 'external' ? ', and its effect may have happened' : ''}; a person has to see what it does to the worker.`,
      evidence: [{ source: 'failure', fact: 'the job stalled more often than the queue allows' }],
      confidence: 'none',
    };
  },
};
