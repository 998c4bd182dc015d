import type { InspectedLetter } from '../../core/inspected-letter.ts';
import type { JsonObject } from '../../core/json.ts';
import { outageOf } from '../outage.ts';
import { failureFact, type Rule, type RuleContext } from '../rule.ts';
import { safeRepetition } from '../safe-repetition.ts';
import { uncertainAttempt } from '../uncertain-attempt.ts';

const MODES: JsonObject = { properties: { importId: { type: 'string' }, mode: { enum: ['create', 'upsert'] } } };
const KEY: JsonObject = { properties: { idempotencyKey: { type: 'string', description: 'Stripe Idempotency-Key, sent on every attempt' }, firstAttemptAt: { description: 'When the key was first used' } } };
const KEYED = { idempotencyKey: 'charge:SO-803', firstAttemptAt: '2026-03-04T02:00:00Z' };
const dropping = (description: string): JsonObject => ({ properties: { eventId: { description } } });

/** A connection that was lost, or an answer that did not come, where a repetition does no harm. */
export const connectionCut: Rule = {
  name: 'connection-cut',
  why: 'Cut connections and slow servers pass. The work may have been done, so this is for jobs on nothing or on a database only, for requests that change nothing, for work that `fulfilled` says is not done, and where the letter itself shows that a repetition is the same as once: its key, its mode, its documentation.',
  source: 'Node, undici and driver documentation for the codes; RFC 9110, sections 15.6.3 to 15.6.5 for 502, 503 and 504.',
  examples: {
    for: [
      { shows: 'a command of Redis in a job that changes nothing', stack: 'MaxRetriesPerRequestError: Reached the max retries per request limit (which is 20). Refer to "maxRetriesPerRequest" option for details.', effects: 'none' },
      { shows: 'a download that timed out', stack: "TypeError: fetch failed\n    at node:internal/deps/undici/undici:14976:13 {\n  [cause]: HeadersTimeoutError: Headers Timeout Error\n      at FastTimer.onParserTimeout [as _onTimeout] (node:internal/deps/undici/undici:6248:28) {\n    code: 'UND_ERR_HEADERS_TIMEOUT'\n  }\n}" },
      { shows: 'a gateway', stack: 'AxiosError: Request failed with status code 502', effects: 'none' },
      { shows: 'a database that was restarted', stack: 'error: terminating connection due to administrator command' },
      { shows: 'work outside that the business database says is not done', stack: 'Error: socket hang up', effects: 'external', fulfilment: 'no' },
      { shows: 'a read of a job that acts outside', stack: 'HTTPError: Request failed with status code 504 (Gateway Timeout): GET https://api.example/rates', effects: 'external' },
      { shows: 'an object that is put again under its name', name: 'put-object', payload: { bucket: 'b', key: '2026/7.pdf', sha256: '0f' }, stack: 'Error: socket hang up', effects: 'external' },
      { shows: 'an import that writes over what is there', payload: { importId: 'i-1', mode: 'upsert' }, jsonSchema: MODES, stack: 'Error: Batch failed: wrote 42 of 100 rows, then: read ECONNRESET', effects: 'external' },
      { shows: 'a message whose receivers drop duplicates', payload: { eventId: 'e-1' }, jsonSchema: dropping('Consumers drop duplicates by eventId'), stack: 'Error: socket hang up', effects: 'external' },
      { shows: 'a payment whose key is fresh', payload: KEYED, jsonSchema: KEY, stack: 'StripeConnectionError: Request timed out', effects: 'external' },
      { shows: 'a PUT of the letter\'s own object', payload: { profileId: 'p-77' }, stack: "AxiosError: timeout of 3000ms exceeded\n    at x (/app/x.js:1:1) {\n  config: { method: 'put', url: '/profiles/p-77' }\n}", effects: 'external' },
    ],
    against: [
      { shows: 'an object without a checksum', name: 'put-object', payload: { bucket: 'b', key: '2026/7.pdf' }, stack: 'Error: socket hang up', effects: 'external' },
      { shows: 'an object that is added to', name: 'append-object', payload: { bucket: 'b', key: '2026/7.pdf', sha256: '0f' }, stack: 'Error: socket hang up', effects: 'external' },
      { shows: 'an import that creates', payload: { importId: 'i-1', mode: 'create' }, jsonSchema: MODES, stack: 'Error: socket hang up', effects: 'external' },
      { shows: 'receivers who only should drop duplicates', payload: { eventId: 'e-1' }, jsonSchema: dropping('Consumers should drop duplicates by eventId'), stack: 'Error: socket hang up', effects: 'external' },
      { shows: 'receivers who forget', payload: { eventId: 'e-1' }, jsonSchema: dropping('Drops duplicates by eventId within 5 minutes'), stack: 'Error: socket hang up', effects: 'external' },
      { shows: 'a member that is not there', payload: { eventId: null }, jsonSchema: dropping('Consumers drop duplicates by eventId'), stack: 'Error: socket hang up', effects: 'external' },
      { shows: 'a payment whose key is old', payload: { ...KEYED, firstAttemptAt: '2026-03-01T00:00:00Z' }, jsonSchema: KEY, stack: 'StripeConnectionError: Request timed out', effects: 'external' },
      { shows: 'a payment whose key is of unknown age', payload: { idempotencyKey: KEYED.idempotencyKey }, jsonSchema: KEY, stack: 'StripeConnectionError: Request timed out', effects: 'external' },
      { shows: 'a fresh key, and a failure at somebody who knows nothing of it', payload: KEYED, jsonSchema: KEY, stack: 'Error: socket hang up', effects: 'external' },
      { shows: 'a POST', payload: { profileId: 'p-77' }, stack: "AxiosError: timeout of 3000ms exceeded\n    at x (/app/x.js:1:1) {\n  config: { method: 'post', url: '/profiles/p-77' }\n}", effects: 'external' },
      { shows: 'a PUT of something else', payload: { profileId: 'p-77' }, stack: "AxiosError: timeout of 3000ms exceeded\n    at x (/app/x.js:1:1) {\n  config: { method: 'put', url: '/profiles/p-77/activate' }\n}", effects: 'external' },
      { shows: 'a command of Redis whose answer was lost, in a job that changes data', stack: 'MaxRetriesPerRequestError: Reached the max retries per request limit (which is 20). Refer to "maxRetriesPerRequest" option for details.' },
      { shows: 'a job that acts outside', stack: 'Error: socket hang up', effects: 'external' },
      { shows: 'a server that failed', stack: 'AxiosError: Request failed with status code 500' },
    ],
  },
  match(letter, context) {
    const { failure, jobType } = letter;
    const outage = outageOf(failure);
    if (outage?.kind !== 'cut' || uncertainAttempt(letter, context) !== undefined) return undefined;
    // Redis undoes nothing: what a lost command had added to a counter or a list is added twice.
    if (failure.library === 'redis' && jobType.effects !== 'none' && context.answer?.fulfilment !== 'no') return undefined;
    return {
      cause: 'transient',
      rule: 'connection-cut',
      why: `In the last attempt ${outage.what}; ${reason(letter, context)}.`,
      evidence: [failureFact(failure), { source: 'policy', fact: `effects: ${jobType.effects}` }],
      confidence: 'likely',
    };
  },
};

function reason(letter: InspectedLetter, { answer, now }: RuleContext): string {
  if (letter.jobType.effects !== 'external') return 'the job acts on nothing that can not be repeated';
  if (answer?.fulfilment === 'no') return 'the business database says that its work is not done';
  return safeRepetition(letter, letter.failure, now) ?? 'the request changes nothing';
}
