import { outageOf } from '../outage.ts';
import { failureFact, type Rule } from '../rule.ts';
import { uncertainAttempt } from '../uncertain-attempt.ts';

/** Who asks for more than a day does not mean a passing limit. */
const LONGEST_WAIT = 24 * 60 * 60 * 1000;

/** An explicit "not now". */
export const refusedForNow: Rule = {
  name: 'refused-for-now',
  why: 'The other side turned the request away before acting on it and is ready to take it later. With external effects each earlier attempt must show as much.',
  source: 'RFC 6585, section 4 (429); RFC 8470 (425); RFC 9110, sections 15.6.4 and 10.2.3 (503 with Retry-After).',
  examples: {
    for: [
      { shows: 'a rate limit of a job that acts outside', stack: 'AxiosError: Request failed with status code 429', effects: 'external' },
      { shows: 'a Retry-After', stack: "AxiosError: Request failed with status code 503\n    at settle (/app/node_modules/axios/dist/node/axios.cjs:2090:12) {\n  response: { headers: { 'retry-after': '30' } }\n}", effects: 'external' },
    ],
    against: [
      { shows: 'an earlier attempt of a job that acts outside and that was cut', stack: 'AxiosError: Request failed with status code 429', earlier: ['Error: socket hang up'], effects: 'external' },
      { shows: 'a 503 that says nothing', stack: 'AxiosError: Request failed with status code 503', effects: 'external' },
      { shows: 'a wait of a month', stack: "AxiosError: Request failed with status code 429\n    at settle (/app/node_modules/axios/dist/node/axios.cjs:2090:12) {\n  response: { headers: { 'retry-after': '2592000' } }\n}" },
    ],
  },
  match(letter, context) {
    const { failure } = letter;
    const outage = outageOf(failure);
    const wait = failure.retryAfterMilliseconds;
    if (outage?.kind !== 'refused' || (wait ?? 0) > LONGEST_WAIT || uncertainAttempt(letter, context) !== undefined) return undefined;
    const asked = wait === undefined ? '' : ` and asked to wait ${Math.ceil(wait / 1000)} s`;
    return {
      cause: 'transient',
      rule: 'refused-for-now',
      why: `In the last attempt ${outage.what}${asked}.`,
      evidence: [failureFact(failure)],
      confidence: 'likely',
      ...(wait === undefined ? {} : { retryAfterMilliseconds: wait }),
    };
  },
};
