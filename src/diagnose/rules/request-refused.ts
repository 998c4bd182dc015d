import { failureFact, type Rule } from '../rule.ts';

/** An answer with an error status that is neither an outage nor one of the particular ones. */
export const requestRefused: Rule = {
  name: 'request-refused',
  why: 'A refused request is refused again, and a server that failed inside may have acted before it did; neither says what to change.',
  source: 'RFC 9110, sections 15.5 and 15.6.1.',
  examples: {
    for: [
      { shows: 'a request that was not understood', stack: 'AxiosError: Request failed with status code 422' },
      { shows: 'an answer that hangs on an error of the application', stack: 'PartnerError: no\n    at call (/app/src/partner.ts:7:1) {\n  response: { status: 422 }\n}' },
      { shows: 'a conflict', stack: 'AxiosError: Request failed with status code 409' },
      { shows: 'a server that failed', stack: 'AxiosError: Request failed with status code 500' },
    ],
    against: [{ shows: 'no answer at all', stack: 'Error: socket hang up' }],
  },
  match({ failure }) {
    const status = failure.httpStatus ?? 0;
    if (status < 400) return undefined;
    return {
      cause: 'unknown',
      rule: 'request-refused',
      why: `The other side ${status < 500 ? 'refused the request' : 'failed over the request'} (status ${status}), and the schema does not say why; a person has to see what it objects to.`,
      evidence: [failureFact(failure)],
      confidence: 'none',
    };
  },
};
