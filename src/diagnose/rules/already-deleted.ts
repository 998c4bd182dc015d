import type { DeadLetter } from '../../core/dead-letter.ts';
import type { InspectedLetter } from '../../core/inspected-letter.ts';
import { isJsonObject } from '../../core/json.ts';
import { passesSchema } from '../passes-schema.ts';
import { failureFact, type Rule } from '../rule.ts';
import { wordsOf } from '../words-of.ts';

const DELETING = new Set('delete remove purge drop erase'.split(' '));
const NOT_THERE = /No record was found for a delete\.|Record to delete does not exist\./;
const DRAFT = { name: 'delete-draft', queue: 'cleanup', payload: { draftId: 'dr-5' } } as const;
const GONE = 'PrismaClientKnownRequestError: \nInvalid `prisma.draft.delete()` invocation:\n\n\nAn operation failed because it depends on one or more records that were required but not found. No record was found for a delete.';

/** A deletion of a row that is not there. */
export const alreadyDeleted: Rule = {
  name: 'already-deleted',
  why: 'Where the job deletes one thing and names nothing else, that thing being gone is all it wanted; an earlier attempt must have been there to do it. An update without its row has changed nothing, and that is another matter.',
  source: 'Prisma P2025 names model and call; the job names the same model and nothing but its id.',
  examples: {
    for: [{ shows: 'a draft that is gone', stack: GONE, ...DRAFT, attempts: 2 }],
    against: [
      { shows: 'an update without its row', stack: 'PrismaClientKnownRequestError: \nInvalid `prisma.user.update()` invocation:\n\n\nAn operation failed because it depends on one or more records that were required but not found. No record was found for an update.', name: 'rename-user', payload: { userId: 'u-1' }, attempts: 2 },
      { shows: 'a first attempt, whose id may be wrong', stack: GONE, ...DRAFT, attempts: 1 },
      { shows: 'a job that does more than delete', stack: GONE, name: 'publish-draft', payload: DRAFT.payload, attempts: 2 },
      { shows: 'a job about two things', stack: GONE, name: 'delete-draft', payload: { draftId: 'dr-5', userId: 'u-1' }, attempts: 2 },
      { shows: 'a row of another model', stack: GONE, name: 'delete-user', payload: { userId: 'u-1' }, attempts: 2 },
      { shows: 'a job that acts outside', stack: GONE, ...DRAFT, attempts: 2, effects: 'external' },
      { shows: 'a database that says that it is not done', stack: GONE, ...DRAFT, attempts: 2, fulfilment: 'no' },
    ],
  },
  match(letter, { answer }) {
    if (answer?.fulfilment === 'no' || answer?.fulfilment === 'in-progress' || !deletesThis(letter)) return undefined;
    return {
      cause: 'already-done',
      rule: 'already-deleted',
      why: 'What the job deletes is not there any more, and it wanted nothing else: an earlier run did it.',
      evidence: [failureFact(letter.failure), { source: 'payload', fact: 'the payload names nothing but the id of what is gone' }],
      confidence: 'certain',
    };
  },
};

function deletesThis(inspected: InspectedLetter): boolean {
  const { failure, letter, jobType } = inspected;
  const { model = '', call } = failure.details;
  const gone = failure.code === 'P2025' && call === 'delete' && NOT_THERE.test(failure.message) && failure.earlier === undefined;
  if (!gone || jobType.effects === 'external' || letter.attempts < 2 || !passesSchema(inspected)) return false;
  return isAbout(letter, wordsOf(model).join(''));
}

/** True where the job's name says that it deletes such a thing, and the payload is nothing but the id of one. */
function isAbout({ name, payload }: DeadLetter, thing: string): boolean {
  const words = wordsOf(name);
  const deletes = words.some((word) => DELETING.has(word)) && words.filter((word) => !DELETING.has(word)).join('') === thing;
  const [key = '', ...others] = isJsonObject(payload) ? Object.keys(payload) : [];
  return deletes && others.length === 0 && ['id', `${thing}id`].includes(key.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
}
