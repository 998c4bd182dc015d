import type { ParsedFailure } from '../../core/failure.ts';
import { maySettle } from '../may-settle.ts';
import { addressesOwnObject } from '../repetition/own-object.ts';
import { failureFact, type Rule } from '../rule.ts';
import { wordsOf } from '../words-of.ts';

const GONE = new Set([404, 410]);
const DELETES = new Set('cleanup delete deletes destroy drop erase expire purge prune remove removes unlink wipe'.split(' '));
/** What an answer that was kept has to say: that there is no such thing. */
const NOT_THERE = /not[ _-]?found|does ?n.?t exist|does not exist|no such|already deleted|\bgone\b/i;
/** Answers that are about something else than the object: a route, a bucket, a tenant, a key that may not see it. */
const ELSEWHERE = /\b(?:cannot delete|no route|route|endpoint|no such (?:bucket|container|table|index|tenant)|(?:bucket|container|tenant|account|project|organi[sz]ation|workspace|database|table|index|namespace|page|api|version|url|path|method)\b[^"\n]{0,40}\b(?:not found|does ?n.?t exist|unknown))|NoSuchBucket|<html/i;

const DELETE = { name: 'delete-temp-object', queue: 'cleanup', payload: { objectId: 'tmp-77' }, attempts: 2, effects: 'external' } as const;
const ANSWER = "AxiosError: Request failed with status code 404: {\"error\":\"not found\"}\n    at settle (/app/node_modules/axios/dist/node/axios.cjs:2090:12)\n  config: { method: 'delete', url: '/objects/tmp-77' }";

/** A deletion of what is gone. */
export const deletionReached: Rule = {
  name: 'deletion-reached',
  why: 'Who wants an object gone and hears that it is not there has what they want, whoever deleted it. It must be this letter\'s own object in a request that deletes: a wrong address and a missing permission look the same, and are not, so an earlier attempt must have been there to do it.',
  source: 'RFC 9110, sections 9.3.5 and 15.5.5: DELETE is idempotent, and a repetition may be answered with 404.',
  examples: {
    for: [
      { ...DELETE, shows: 'axios', stack: ANSWER, cause: 'already-done' },
      { ...DELETE, shows: 'got', stack: 'HTTPError: Request failed with status code 404 (Not Found): DELETE https://store.example/objects/tmp-77', cause: 'already-done' },
      { ...DELETE, shows: '410', stack: 'HTTPError: Response code 410 (Gone): DELETE https://store.example/objects/tmp-77', cause: 'already-done' },
    ],
    against: [
      { ...DELETE, shows: 'a read', stack: ANSWER.replace("'delete'", "'get'") },
      { ...DELETE, shows: 'a first attempt, whose address may be wrong', attempts: 1, stack: ANSWER },
      { ...DELETE, shows: 'a method that was not kept', stack: 'AxiosError: Request failed with status code 404' },
      { ...DELETE, shows: 'another object', payload: { objectId: 'tmp-78' }, stack: ANSWER },
      { ...DELETE, shows: 'a route that is not there', stack: ANSWER.replace('not found', 'Cannot DELETE /objects/tmp-77') },
      { ...DELETE, shows: 'a bucket that is not there', stack: ANSWER.replace('not found', 'bucket not found') },
      { ...DELETE, shows: 'a version of the service that is gone', stack: ANSWER.replace('404', '410').replace('not found', 'v1 was removed') },
      { ...DELETE, shows: 'a job that does more than delete', name: 'move-object', stack: ANSWER },
      { ...DELETE, shows: 'a business database that says no', stack: ANSWER, fulfilment: 'no' },
      { ...DELETE, shows: 'a payload that the schema refuses', stack: ANSWER, refused: [['/objectId', 'format']] },
    ],
  },
  match(letter, context) {
    const { failure } = letter;
    if (!GONE.has(failure.httpStatus ?? 0) || failure.details['method'] !== 'DELETE') return undefined;
    const [verb = ''] = wordsOf(letter.letter.name);
    if (letter.letter.attempts < 2 || !DELETES.has(verb) || !maySettle(letter, context) || !saysNotThere(failure) || !addressesOwnObject(failure, letter.letter.payload)) return undefined;
    return {
      cause: 'already-done',
      rule: 'deletion-reached',
      why: 'The job deletes an object that is not there any more: what it was to reach is reached.',
      evidence: [failureFact(failure), { source: 'payload', fact: 'the deleted object is the one that the payload names' }],
      confidence: 'certain',
    };
  },
};

function saysNotThere({ details }: ParsedFailure): boolean {
  const said = details['answer'] ?? '';
  return !ELSEWHERE.test(said) && (said === '' || NOT_THERE.test(said));
}
