import { isBareFetch } from '../outage.ts';
import { failureFact, type Rule } from '../rule.ts';
import { uncertainAttempt } from '../uncertain-attempt.ts';

/** `fetch failed`, and nothing else was kept. */
export const bareFetchFailed: Rule = {
  name: 'bare-fetch-failed',
  why: 'BullMQ keeps the stack and drops the cause, so that all of fetch\'s failures look alike. Most are outages, and where the job acts on nothing but a database a replay can do no harm.',
  source: 'Fetch standard: every network error is a TypeError; node names the reason only in its cause. The wrapper in `mendq/bullmq` keeps it.',
  examples: {
    for: [{ shows: 'a job that acts on a database', stack: 'TypeError: fetch failed\n    at node:internal/deps/undici/undici:14976:13' }],
    against: [
      { shows: 'a cause that was kept', stack: "TypeError: fetch failed\n    at node:internal/deps/undici/undici:14976:13 {\n  [cause]: Error: bad port\n      at makeNetworkError (node:internal/deps/undici/undici:9279:35)\n}" },
      { shows: 'an error of the code', stack: "TypeError: Cannot read properties of undefined (reading 'id')" },
      { shows: 'a job that acts outside', stack: 'TypeError: fetch failed', effects: 'external' },
    ],
  },
  match(letter, context) {
    const { failure, jobType } = letter;
    if (!isBareFetch(failure) || uncertainAttempt(letter, context) !== undefined) return undefined;
    return {
      cause: 'transient',
      rule: 'bare-fetch-failed',
      why: 'A request failed without saying why, most likely by an outage; nothing shows that a replay could do anything twice.',
      evidence: [failureFact(failure), { source: 'policy', fact: `effects: ${jobType.effects}` }],
      confidence: 'likely',
    };
  },
};
