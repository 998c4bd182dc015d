import { failureFact, type Rule } from '../rule.ts';

/** A validator that gave no answer. */
export const validatorFailed: Rule = {
  name: 'validator-failed',
  why: 'A validator that throws or hangs says nothing of the payload, and without its word neither a hook may be asked nor anything done. Its failure may pass, so it is asked again.',
  source: 'Own rule: no evidence, no action.',
  examples: {
    for: [
      { shows: 'a schema that throws', stack: 'Error: read ECONNRESET', schema: 'throws', cause: 'unknown' },
      { shows: 'the same where the business database would say yes', stack: 'Error: read ECONNRESET', schema: 'throws', fulfilment: 'yes', cause: 'unknown' },
    ],
    against: [
      { shows: 'a payload that passes', stack: 'Error: read ECONNRESET' },
      { shows: 'a payload that is refused', stack: 'Error: read ECONNRESET', refused: [['/id', 'type']] },
      { shows: 'a body that is not JSON', stack: 'Error: read ECONNRESET', body: '<order/>' },
    ],
  },
  match({ schemaCheck, failure }) {
    if (schemaCheck.kind !== 'failed') return undefined;
    return {
      cause: 'unknown',
      rule: 'validator-failed',
      why: `The schema could not be asked about the payload (${schemaCheck.problem}); it will be tried again at the next pass.`,
      evidence: [{ source: 'schema', fact: `its validator failed: ${schemaCheck.problem}` }, failureFact(failure)],
      confidence: 'none',
    };
  },
};
