import { failureFact, type Rule } from '../rule.ts';

/** A message of which the adapter can't tell what it is. */
export const unclearMessage: Rule = {
  name: 'unclear-message',
  why: 'What looks like the payload may be a wrapper around it, so whatever follows from it may be wrong.',
  source: 'Own rule: nothing is guessed.',
  examples: {
    for: [
      { shows: 'a copy in a wrapper that nobody knows', stack: 'Error: read ECONNRESET', unclear: 'its wrapper is not known' },
      { shows: 'one that looks like junk', stack: 'Error: boom', payload: {}, unclear: 'its data is not JSON' },
    ],
    against: [{ shows: 'a letter that is understood', stack: 'Error: read ECONNRESET' }],
  },
  match({ letter, failure }) {
    if (letter.unclear === undefined) return undefined;
    return {
      cause: 'unknown',
      rule: 'unclear-message',
      why: `Nobody can tell what this message is: ${letter.unclear}.`,
      evidence: [{ source: 'broker', fact: letter.unclear }, failureFact(failure)],
      confidence: 'none',
    };
  },
};
