import type { InspectedLetter } from '../../core/inspected-letter.ts';
import { outageOf } from '../outage.ts';
import { failureFact, type Rule, type RuleContext } from '../rule.ts';
import { safeRepetition } from '../safe-repetition.ts';
import { uncertainAttempt } from '../uncertain-attempt.ts';

/** A connection that was lost, or an answer that did not come, where a repetition does no harm. */
export const connectionCut: Rule = {
  name: 'connection-cut',
  why: 'Cut connections and slow servers pass. The work may have been done, so this is for jobs on nothing or on a database only, for requests that change nothing, and for work that `fulfilled` says is not done.',
  source: 'Node, undici and driver documentation for the codes; RFC 9110, sections 15.6.3 to 15.6.5 for 502, 503 and 504.',
  examples: {
    for: [
      { shows: 'a command of Redis in a job that changes nothing', stack: 'MaxRetriesPerRequestError: Reached the max retries per request limit (which is 20). Refer to "maxRetriesPerRequest" option for details.', effects: 'none' },
      { shows: 'a download that timed out', stack: "TypeError: fetch failed\n    at node:internal/deps/undici/undici:14976:13 {\n  [cause]: HeadersTimeoutError: Headers Timeout Error\n      at FastTimer.onParserTimeout [as _onTimeout] (node:internal/deps/undici/undici:6248:28) {\n    code: 'UND_ERR_HEADERS_TIMEOUT'\n  }\n}" },
      { shows: 'a gateway', stack: 'AxiosError: Request failed with status code 502', effects: 'none' },
      { shows: 'a database that was restarted', stack: 'error: terminating connection due to administrator command' },
      { shows: 'work outside that the business database says is not done', stack: 'Error: socket hang up', effects: 'external', fulfilment: 'no' },
      { shows: 'a read of a job that acts outside', stack: 'HTTPError: Request failed with status code 504 (Gateway Timeout): GET https://api.example/rates', effects: 'external' },
    ],
    against: [
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
