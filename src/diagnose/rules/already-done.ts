import { passesSchema } from '../passes-schema.ts';
import type { Rule } from '../rule.ts';

/** The business database says that the work is done. */
export const alreadyDone: Rule = {
  name: 'already-done',
  why: 'The business database has the last word on whether the work was done; a replay would do it twice. An answer that failed is no evidence, and neither is one about a payload that its schema refuses: a query without its condition finds any row.',
  source: '`fulfilled` in the configuration.',
  examples: {
    for: [
      { shows: 'a time-out after the work was done', stack: 'Error: read ECONNRESET', fulfilment: 'yes' },
      { shows: 'done, whatever the worker said', stack: 'Error: boom', fulfilment: 'yes' },
      { shows: 'done, where there is no schema to pass', stack: 'Error: boom', schema: 'absent', fulfilment: 'yes' },
    ],
    against: [
      { shows: 'an answer about a payload that the schema refuses', stack: 'Error: boom', refused: [['/id', 'type']], fulfilment: 'yes' },
      { shows: 'an answer about a payload that could not be checked', stack: 'Error: boom', schema: 'throws', fulfilment: 'yes' },
      { shows: 'not done', stack: 'Error: read ECONNRESET', fulfilment: 'no' },
      { shows: 'an answer that failed', stack: 'Error: read ECONNRESET', fulfilment: 'failed' },
      { shows: 'still running elsewhere', stack: 'Error: read ECONNRESET', fulfilment: 'in-progress' },
    ],
  },
  match(letter, { answer }) {
    if (answer?.fulfilment !== 'yes' || !passesSchema(letter)) return undefined;
    return {
      cause: 'already-done',
      rule: 'already-done',
      why: 'The business database says that the work of this letter is done already.',
      evidence: [{ source: 'fulfilment', fact: 'fulfilled answers yes' }],
      confidence: 'certain',
    };
  },
};
