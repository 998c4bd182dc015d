import { isSafeToRepeat, outageOf } from '../outage.ts';
import { failureFact, type Rule } from '../rule.ts';

/** A connection that was lost, or an answer that did not come, where a repetition does no harm. */
export const connectionCut: Rule = {
  name: 'connection-cut',
  why: 'Cut connections and slow servers pass. The work may have been done, so this is for jobs on nothing or on a database only, whose `fulfilled` did not say yes.',
  source: 'Node, undici and driver documentation for the codes; RFC 9110, sections 15.6.3 to 15.6.5 for 502, 503 and 504.',
  examples: {
    for: [
      { shows: 'a download that timed out', stack: "TypeError: fetch failed\n    at node:internal/deps/undici/undici:14976:13 {\n  [cause]: HeadersTimeoutError: Headers Timeout Error\n      at FastTimer.onParserTimeout [as _onTimeout] (node:internal/deps/undici/undici:6248:28) {\n    code: 'UND_ERR_HEADERS_TIMEOUT'\n  }\n}" },
      { shows: 'a gateway', stack: 'AxiosError: Request failed with status code 502', effects: 'none' },
      { shows: 'a database that was restarted', stack: 'error: terminating connection due to administrator command' },
      { shows: 'a read of a job that acts outside', stack: 'HTTPError: Request failed with status code 504 (Gateway Timeout): GET https://api.example/rates', effects: 'external' },
    ],
    against: [
      { shows: 'a job that acts outside', stack: 'Error: socket hang up', effects: 'external' },
      { shows: 'a server that failed', stack: 'AxiosError: Request failed with status code 500' },
    ],
  },
  match({ failure, jobType }) {
    const outage = outageOf(failure);
    if (outage?.kind !== 'cut' || (jobType.effects === 'external' && !isSafeToRepeat(failure))) return undefined;
    return {
      cause: 'transient',
      rule: 'connection-cut',
      why: `In the last attempt ${outage.what}; a replay does no harm, since the ${jobType.effects === 'external' ? 'request changes nothing' : 'job acts on nothing that can not be repeated'}.`,
      evidence: [failureFact(failure), { source: 'policy', fact: `effects: ${jobType.effects}` }],
      confidence: 'likely',
    };
  },
};
