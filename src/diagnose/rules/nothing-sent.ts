import { outageOf } from '../outage.ts';
import { failureFact, type Rule } from '../rule.ts';
import { uncertainAttempt } from '../uncertain-attempt.ts';

/** A failure before anything left the worker. */
export const nothingSent: Rule = {
  name: 'nothing-sent',
  why: 'A request that was not sent did nothing. That says nothing of the attempts before, so with external effects each of them must show it.',
  source: 'Node and undici documentation: errors of name look-up and connection; PostgreSQL 08001, 08004, 53300, 57P03; MySQL 1040.',
  examples: {
    for: [
      { shows: 'a refused connection of a job that acts outside', stack: 'Error: connect ECONNREFUSED 10.0.0.7:443', effects: 'external' },
      { shows: 'a name server that does not answer', stack: 'Error: getaddrinfo EAI_AGAIN fx.example.com' },
      { shows: 'a connection that timed out while it opened', stack: 'AggregateError [ETIMEDOUT]: ', reason: '' },
    ],
    against: [
      { shows: 'an earlier attempt of a job that acts outside and that timed out', stack: 'Error: connect ECONNREFUSED 10.0.0.7:443', earlier: ['AxiosError: timeout of 3000ms exceeded'], effects: 'external' },
      { shows: 'a connection that broke later', stack: 'Error: read ECONNRESET' },
      { shows: 'the code inside a message', stack: 'Error: partner says: connect ECONNREFUSED 10.0.0.7:443' },
    ],
  },
  match(letter, context) {
    const { failure } = letter;
    const outage = outageOf(failure);
    if (outage?.kind !== 'not-sent' || uncertainAttempt(letter, context) !== undefined) return undefined;
    return {
      cause: 'transient',
      rule: 'nothing-sent',
      why: `In the last attempt ${outage.what}: the request that failed was not sent.`,
      evidence: [failureFact(failure)],
      confidence: 'likely',
    };
  },
};
