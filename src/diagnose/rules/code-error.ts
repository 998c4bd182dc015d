import { failureFact, type Rule } from '../rule.ts';

/** An error that the language throws, over a payload that nothing is wrong with. */
export const codeError: Rule = {
  name: 'code-error',
  why: 'Code that stumbles over a valid payload stumbles again: it has to be changed, not the payload.',
  source: 'ECMAScript native errors. Text that is no JSON is no error of the code that reads it, and `fetch failed` is a TypeError in name only.',
  examples: {
    for: [
      { shows: 'a field that the schema does not have', stack: "TypeError: Cannot read properties of undefined (reading 'toLowerCase')" },
      { shows: 'a date that is none', stack: 'RangeError: Invalid time value' },
    ],
    against: [
      { shows: 'a failed request', stack: 'TypeError: fetch failed' },
      { shows: 'a page in place of JSON', stack: `SyntaxError: Unexpected token '<', "<html><hea"... is not valid JSON` },
      { shows: 'an error of the application', stack: 'OrderError: no such order' },
    ],
  },
  match({ failure }) {
    if (failure.library !== 'javascript' || failure.details['parsing'] !== undefined) return undefined;
    return {
      cause: 'defect',
      rule: 'code-error',
      why: `The worker's code failed (${failure.errorClass}) over a payload that nothing shows to be wrong; the code has to be looked at.`,
      evidence: [failureFact(failure), ...failure.ownFrames.slice(0, 1).map((frame) => ({ source: 'failure', fact: `in ${frame}` }))],
      confidence: 'likely',
    };
  },
};
