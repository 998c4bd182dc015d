import type { Diagnosis } from '../../core/diagnosis.ts';
import type { InspectedLetter } from '../../core/inspected-letter.ts';
import { outageOf } from '../outage.ts';
import { ownTakenKey } from '../own-key.ts';
import { passesSchema } from '../passes-schema.ts';
import { failureFact, type Rule } from '../rule.ts';
import { OWN_KEY_EXAMPLES } from './own-key-examples.ts';

/** A unique violation on the key that names this letter's own piece of work. */
export const ownKeyTaken: Rule = {
  name: 'own-key-taken',
  why: 'A row under this letter\'s own key shows that this work was done before: by an earlier letter, or by an attempt of this one whose answer was lost. With effects on a database only, the row is the work. A recorded attempt that failed otherwise, beyond the database, may have left half of it, and what reaches beyond the database the row does not show. Any other unique violation is a conflict between two pieces of work.',
  source: 'PostgreSQL 23505, MySQL 1062, MongoDB 11000, SQL Server 2627 name the key and its value; Prisma P2002, SQLite and DynamoDB (a condition of attribute_not_exists alone) name the key only, so that an earlier attempt must have been there to write it.',
  examples: OWN_KEY_EXAMPLES,
  match(letter, { answer }) {
    if (answer?.fulfilment === 'no' || answer?.fulfilment === 'in-progress' || !passesSchema(letter)) return undefined;
    const shown = ownTakenKey(letter);
    if (shown === undefined) return undefined;
    const doubt = doubtOf(letter);
    const outcome: Pick<Diagnosis, 'cause' | 'why' | 'confidence'> =
      doubt === undefined
        ? { cause: 'already-done', why: `The database already holds a row under ${shown}, and the work reaches no further than the database: an earlier run did it.`, confidence: 'certain' }
        : { cause: 'unknown', why: `The database already holds a row under ${shown}, but ${doubt}: the work may be half done, and a person has to look.`, confidence: 'none' };
    return { ...outcome, rule: 'own-key-taken', evidence: [failureFact(letter.failure), { source: 'payload', fact: `the key in the error is ${shown}` }] };
  },
};

/** Why the row is no proof of the whole work. */
function doubtOf({ failure, jobType }: InspectedLetter): string | undefined {
  if (jobType.effects === 'external') return 'the job also acts outside the database, which the row does not show';
  // What a database undid or lost the connection of was one statement or one transaction, done as a whole or not at all.
  const halfDone = failure.earlier?.some((attempt) => !STORES.has(attempt.library) || outageOf(attempt) === undefined) === true;
  return halfDone ? 'an earlier attempt failed with another error, perhaps after it wrote that row' : undefined;
}

/** Libraries whose outages are those of a database. */
const STORES = new Set(['postgres', 'mysql', 'mongodb', 'prisma', 'sqlite', 'mssql', 'sequelize', 'knex']);
