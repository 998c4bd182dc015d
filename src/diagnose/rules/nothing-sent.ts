import { outageOf } from '../outage.ts';
import { failureFact, type Rule } from '../rule.ts';

/** A failure before anything left the worker. */
export const nothingSent: Rule = {
  name: 'nothing-sent',
  why: 'What was not sent can not have acted, so a replay is safe whatever the job does.',
  source: 'Node and undici documentation: errors of name look-up and connection; PostgreSQL 08001, 08004, 53300, 57P03; MySQL 1040.',
  examples: {
    for: [
      { shows: 'a refused connection of a job that acts outside', stack: 'Error: connect ECONNREFUSED 10.0.0.7:443', effects: 'external' },
      { shows: 'a name server that does not answer', stack: 'Error: getaddrinfo EAI_AGAIN fx.example.com' },
      { shows: 'a connection that timed out while it opened', stack: 'AggregateError [ETIMEDOUT]: ', reason: '' },
    ],
    against: [
      { shows: 'a connection that broke later', stack: 'Error: read ECONNRESET' },
      { shows: 'the code inside a message', stack: 'Error: partner says: connect ECONNREFUSED 10.0.0.7:443' },
    ],
  },
  match({ failure }) {
    const outage = outageOf(failure);
    if (outage?.kind !== 'not-sent') return undefined;
    return {
      cause: 'transient',
      rule: 'nothing-sent',
      why: `In the last attempt ${outage.what}; nothing had been sent yet.`,
      evidence: [failureFact(failure)],
      confidence: 'likely',
    };
  },
};
