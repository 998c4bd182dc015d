import type { Diagnosis } from '../../core/diagnosis.ts';
import type { InspectedLetter } from '../../core/inspected-letter.ts';
import { failureFact } from '../rule.ts';

/** Where no rule matches, nobody knows: a person decides. This is the default, not an error. */
export function undecided(letter: InspectedLetter): Diagnosis {
  const { failure, schemaCheck } = letter;
  const checked = schemaCheck.kind === 'valid' ? 'the payload passes its schema' : 'the payload could not be checked, since the job type has no schema';
  return {
    cause: 'unknown',
    rule: 'undecided',
    why: `Nothing shows why the worker failed, and ${checked}; a person has to look.`,
    evidence: [failureFact(failure), { source: 'schema', fact: checked }],
    confidence: 'none',
  };
}
