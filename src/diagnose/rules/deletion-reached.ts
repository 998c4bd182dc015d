import type { ParsedFailure } from '../../core/failure.ts';
import type { InspectedLetter } from '../../core/inspected-letter.ts';
import { isJsonObject } from '../../core/json.ts';
import { maySettle } from '../may-settle.ts';
import { addressesOwnObject } from '../repetition/own-object.ts';
import { failureFact, type Rule } from '../rule.ts';
import { wordsOf } from '../words-of.ts';

const GONE = new Set([404, 410]);
const DELETES = new Set('cleanup delete deletes destroy drop erase expire purge prune remove removes unlink wipe'.split(' '));
/** Work that ends something by deleting it. Not found may be a wrong address; only 410 says that it was there. */
const ENDS = new Set('cancel close deregister dismiss free release revoke terminate unregister unsubscribe withdraw'.split(' '));
/** Members that say who wants it, why and when; anything else is more to do than to end it. */
const CIRCUMSTANCES = new Set('at by comment correlation locale reason requested source tenant time timestamp trace'.split(' '));
const IDENTIFIES = new Set('id key no number ref reference slug uuid'.split(' '));
/** An end that is another one than the job wants. */
const OTHER_END = /\b(?:captured|completed?|confirmed|consumed|converted|expired|paid|redeemed|shipped|used)\b/i;
/** What an answer that was kept has to say: that there is no such thing. */
const NOT_THERE = /not[ _-]?found|does ?n.?t exist|does not exist|no such|already deleted|\bgone\b/i;
/** Answers that are about something else than the object: a route, a bucket, a tenant, a key that may not see it. */
const ELSEWHERE = /\b(?:cannot delete|no route|route|endpoint|no such (?:bucket|container|table|index|tenant)|(?:bucket|container|tenant|account|project|organi[sz]ation|workspace|database|table|index|namespace|page|api|version|url|path|method)\b[^"\n]{0,40}\b(?:not found|does ?n.?t exist|unknown))|NoSuchBucket|<html/i;

const DELETE = { name: 'delete-temp-object', queue: 'cleanup', payload: { objectId: 'tmp-77' }, attempts: 2, effects: 'external' } as const;
const ANSWER = "AxiosError: Request failed with status code 404: {\"error\":\"not found\"}\n    at settle (/app/node_modules/axios/dist/node/axios.cjs:2090:12)\n  config: { method: 'delete', url: '/objects/tmp-77' }";

const CANCEL = { name: 'cancel-hold', queue: 'rooms', payload: { holdRef: 'ho-1' }, attempts: 2, effects: 'external' } as const;
const HOLD = 'HTTPError: Request failed with status code 410 (Gone): DELETE https://rooms.example.com/holds/ho-1';

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
      { ...CANCEL, shows: 'a hold that is gone', stack: HOLD, cause: 'already-done' },
      { ...CANCEL, shows: 'the same through ky', stack: HOLD.replace('410 (Gone)', '410 Gone'), cause: 'already-done' },
    ],
    against: [
      { ...CANCEL, shows: 'a hold that is not found, whose address may be wrong', stack: HOLD.replace('410 (Gone)', '404 (Not Found)') },
      { ...CANCEL, shows: 'a hold of another letter', payload: { holdRef: 'ho-2' }, stack: HOLD },
      { ...CANCEL, shows: 'a cancellation that pays money back', payload: { holdRef: 'ho-1', refundMinor: 500 }, stack: HOLD },
      { ...CANCEL, shows: 'an action of the hold', stack: HOLD.replace('DELETE', 'POST') },
      { ...CANCEL, shows: 'an address that was cut', stack: HOLD.slice(0, -2) },
      { ...CANCEL, shows: 'a hold that became something else', stack: "AxiosError: Request failed with status code 410: {\"error\":\"gone: hold was converted\"}\n    at settle (/app/node_modules/axios/dist/node/axios.cjs:2090:12)\n  config: { method: 'delete', url: '/holds/ho-1' }" },
      { ...CANCEL, shows: 'a first attempt to cancel', attempts: 1, stack: HOLD },
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
    if (letter.letter.attempts < 2 || !(DELETES.has(verb) || endsOnly(letter, verb)) || !maySettle(letter, context) || !saysNotThere(failure) || !addressesOwnObject(failure, letter.letter.payload)) return undefined;
    return {
      cause: 'already-done',
      rule: 'deletion-reached',
      why: 'The job deletes an object that is not there any more: what it was to reach is reached.',
      evidence: [failureFact(failure), { source: 'payload', fact: 'the deleted object is the one that the payload names' }],
      confidence: 'certain',
    };
  },
};

/** True where the job ends something and names nothing but it, and the answer is that it was there and is gone. */
function endsOnly({ failure, letter }: InspectedLetter, verb: string): boolean {
  if (!ENDS.has(verb) || failure.httpStatus !== 410 || OTHER_END.test(failure.details['answer'] ?? '') || !isJsonObject(letter.payload)) return false;
  const others = Object.keys(letter.payload).filter((key) => !wordsOf(key).some((word) => CIRCUMSTANCES.has(word)));
  return others.length === 1 && others.every((key) => IDENTIFIES.has(wordsOf(key).at(-1) ?? ''));
}

function saysNotThere({ details }: ParsedFailure): boolean {
  const said = details['answer'] ?? '';
  return !ELSEWHERE.test(said) && (said === '' || NOT_THERE.test(said));
}
