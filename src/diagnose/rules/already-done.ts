import type { Rule } from '../rule.ts';

/** The business database says that the work is done. */
export const alreadyDone: Rule = {
  name: 'already-done',
  why: 'The business database has the last word on whether the work was done; a replay would do it twice. An answer that failed is no evidence.',
  source: '`fulfilled` in the configuration.',
  examples: {
    for: [
      { shows: 'a time-out after the work was done', stack: 'Error: read ECONNRESET', fulfilment: 'yes' },
      { shows: 'done, whatever the payload looks like', stack: 'Error: boom', refused: [['/id', 'type']], fulfilment: 'yes' },
    ],
    against: [
      { shows: 'not done', stack: 'Error: read ECONNRESET', fulfilment: 'no' },
      { shows: 'an answer that failed', stack: 'Error: read ECONNRESET', fulfilment: 'failed' },
      { shows: 'still running elsewhere', stack: 'Error: read ECONNRESET', fulfilment: 'in-progress' },
    ],
  },
  match(_letter, { answer }) {
    if (answer?.fulfilment !== 'yes') return undefined;
    return {
      cause: 'already-done',
      rule: 'already-done',
      why: 'The business database says that the work of this letter is done already.',
      evidence: [{ source: 'fulfilment', fact: 'fulfilled answers yes' }],
      confidence: 'certain',
    };
  },
};
