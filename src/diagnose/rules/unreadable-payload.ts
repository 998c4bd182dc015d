import type { InspectedLetter } from '../../core/inspected-letter.ts';
import { failureFact, type Rule } from '../rule.ts';

/** A payload that nobody could check. */
export const unreadablePayload: Rule = {
  name: 'unreadable-payload',
  why: 'A payload that is not JSON, or that was not loaded, gives no ground to act on, whatever the error looks like.',
  source: 'Own rule: no evidence, no action.',
  examples: {
    for: [
      { shows: 'a body that is not JSON', stack: 'Error: read ECONNRESET', body: '<order/>' },
    ],
    against: [
      { shows: 'a schema that throws', stack: 'Error: read ECONNRESET', schema: 'throws' },
      { shows: 'a payload that passes', stack: 'Error: read ECONNRESET' },
      { shows: 'a job type without a schema', stack: 'Error: read ECONNRESET', schema: 'absent' },
    ],
  },
  match(letter) {
    const problem = problemOf(letter);
    if (problem === undefined) return undefined;
    return {
      cause: 'unknown',
      rule: 'unreadable-payload',
      why: `The payload could not be checked: ${problem}.`,
      evidence: [{ source: 'payload', fact: problem }, failureFact(letter.failure)],
      confidence: 'none',
    };
  },
};

function problemOf({ letter, schemaCheck }: InspectedLetter): string | undefined {
  return schemaCheck.kind === 'unchecked' && letter.payload === undefined ? schemaCheck.why : undefined;
}
