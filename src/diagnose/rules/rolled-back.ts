import { outageOf } from '../outage.ts';
import { failureFact, type Rule } from '../rule.ts';
import { uncertainAttempt } from '../uncertain-attempt.ts';

/** A transaction that the database undid because of another one. */
export const rolledBack: Rule = {
  name: 'rolled-back',
  why: 'Deadlocks and serialization failures are the database\'s way to ask for a repetition: it undid everything and expects the same again.',
  source: 'PostgreSQL manual, section 13.5 (40001, 40P01), 55P03; MySQL 1205 and 1213; Prisma P2034.',
  examples: {
    for: [
      { shows: 'a serialization failure', stack: 'error: could not serialize access due to concurrent update' },
      { shows: 'a deadlock behind a statement', stack: 'Error: select * from `orders` where `id` = 4381 for update - ER_LOCK_DEADLOCK: Deadlock found when trying to get lock; try restarting transaction' },
    ],
    against: [
      { shows: 'a job that also acts outside', stack: 'error: deadlock detected', effects: 'external' },
      { shows: 'the words of somebody else', stack: 'Error: partner says: deadlock detected' },
    ],
  },
  match(letter, context) {
    const { failure, jobType } = letter;
    const outage = outageOf(failure);
    if (outage?.kind !== 'rolled-back' || uncertainAttempt(letter, context) !== undefined) return undefined;
    return {
      cause: 'transient',
      rule: 'rolled-back',
      why: `In the last attempt ${outage.what}; the same again is what it asks for.`,
      evidence: [failureFact(failure), { source: 'policy', fact: `effects: ${jobType.effects}` }],
      confidence: 'likely',
    };
  },
};
