import type { ParsedFailure } from '../../core/failure.ts';
import type { InspectedLetter } from '../../core/inspected-letter.ts';
import { outageOf } from '../outage.ts';
import { failureFact, type Rule } from '../rule.ts';
import { safeRepetition } from '../safe-repetition.ts';
import { wordsOf } from '../words-of.ts';

/** Commands and methods that add to what is there, and the end of a transaction, of which nobody knows on which side it was cut. */
const COUNTING_CALLS = new Set('append commit decr decrby decrement hincrby incr incrby incrbyfloat increment lpush rpush xadd zincrby'.split(' '));
const COUNTING_JOBS = new Set('accrue credit debit decrement deduct increment topup'.split(' '));
const COUNTED = new Set('amount balance count counter credit credits miles points quantity score stock'.split(' '));
const ADDS = new Set(['add', 'subtract', 'award', 'grant', 'raise', 'lower']);

/** A change of a number that may have been made before the connection was lost. */
export const countUncertain: Rule = {
  name: 'count-uncertain',
  why: 'Most work on a database can be done again: the same row gets the same values, or a key refuses the second one. A number that is raised is raised twice, so where the connection was lost over it somebody has to look whether it was.',
  source: 'PostgreSQL manual, section 32.1: a connection lost during COMMIT leaves the outcome open; Redis documentation of INCRBY: no repetition is recognised.',
  examples: {
    for: [
      { shows: 'a counter', name: 'add-points', payload: { memberRef: 'm-7', points: 50 }, stack: 'Error: read ECONNRESET' },
      { shows: 'the command in the stack', name: 'count-visit', stack: 'Error: socket hang up\n    at async VisitStore.incrby (/app/dist/visits/visit.store.js:19:5)' },
      { shows: 'a commit', name: 'post-entry', stack: 'error: Connection terminated unexpectedly\n    at async LedgerService.commit (/app/dist/ledger/ledger.service.js:58:7)' },
    ],
    against: [
      { shows: 'a row that is written', name: 'save-profile', stack: 'Error: read ECONNRESET' },
      { shows: 'a counter that was not reached', name: 'add-points', stack: 'Error: connect ECONNREFUSED 10.0.0.7:6379' },
      { shows: 'a transaction that was rolled back', name: 'add-points', stack: 'error: deadlock detected' },
      { shows: 'a counter that the business database says is not raised', name: 'add-points', stack: 'Error: read ECONNRESET', fulfilment: 'no' },
      { shows: 'a job that changes nothing', name: 'add-points', stack: 'Error: read ECONNRESET', effects: 'none' },
    ],
  },
  match(letter, { answer, now }) {
    if (letter.jobType.effects !== 'database' || answer?.fulfilment === 'no' || letter.schemaCheck.kind === 'invalid' || !counts(letter)) return undefined;
    const { failure } = letter;
    const cut = [failure, ...(failure.earlier ?? [])].find((attempt) => isOpen(letter, attempt, now));
    if (cut === undefined || outageOf(failure) === undefined) return undefined;
    return {
      cause: 'unknown',
      rule: 'count-uncertain',
      why: `In ${cut === failure ? 'the last' : 'an earlier'} attempt ${outageOf(cut)?.what}, and the job raises or lowers a number: it may have done so before, and a replay would do it twice.`,
      evidence: [failureFact(cut), { source: 'policy', fact: 'effects: database' }],
      confidence: 'none',
    };
  },
};

function isOpen(letter: InspectedLetter, attempt: ParsedFailure, now: Date): boolean {
  return outageOf(attempt)?.kind === 'cut' && attempt.details['method'] !== 'GET' && safeRepetition(letter, attempt, now) === undefined;
}

function counts({ letter, failure }: InspectedLetter): boolean {
  const [verb = '', ...rest] = wordsOf(letter.name);
  if (COUNTING_JOBS.has(verb) || (ADDS.has(verb) && rest.some((word) => COUNTED.has(word)))) return true;
  return failure.ownFrames.some((frame) => COUNTING_CALLS.has((frame.split('@')[0] ?? '').split('.').at(-1)?.toLowerCase() ?? ''));
}
