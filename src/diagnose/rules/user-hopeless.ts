import { failureFact, type Rule } from '../rule.ts';
import { namedError } from '../user-error.ts';

/** An error that the user declared hopeless. */
export const userHopeless: Rule = {
  name: 'user-hopeless',
  why: 'The application knows which of its errors nothing can come of; only its own word makes a letter hopeless for what the worker said.',
  source: '`errors` in the configuration.',
  examples: {
    for: [{ shows: 'a class of the map', stack: 'EmptyFileError: the file has no rows', errors: { EmptyFileError: 'hopeless' } }],
    against: [
      { shows: 'another meaning', stack: 'EmptyFileError: the file has no rows', errors: { EmptyFileError: 'defect' } },
      { shows: 'the name inside a message', stack: 'Error: caught EmptyFileError', errors: { EmptyFileError: 'hopeless' } },
      { shows: 'a name that every object has', stack: 'Error: boom', errors: {} },
    ],
  },
  match({ failure }, { policy }) {
    const named = namedError(failure, policy);
    if (named?.meaning !== 'hopeless') return undefined;
    return {
      cause: 'hopeless',
      rule: 'user-hopeless',
      why: `The configuration says that ${named.name} is hopeless.`,
      evidence: [failureFact(failure), { source: 'policy', fact: `errors: ${named.name} is hopeless` }],
      confidence: 'certain',
    };
  },
};
