import { failureFact, type Rule } from '../rule.ts';

const STATUSES = new Set([404, 410]);

/** Something that is not there any more. */
export const gone: Rule = {
  name: 'gone',
  why: 'A page may be gone, moved or not there yet, and a deletion may have reached its goal: only the application knows which. Hopeless is what the user calls so, not a guess.',
  source: 'RFC 9110, sections 15.5.5 and 15.5.11.',
  examples: {
    for: [
      { shows: '410', stack: 'AxiosError: Request failed with status code 410' },
      { shows: '404', stack: 'HTTPError: Response code 404 (Not Found)' },
    ],
    against: [
      { shows: 'another status', stack: 'AxiosError: Request failed with status code 409' },
    ],
  },
  match({ failure }) {
    if (!STATUSES.has(failure.httpStatus ?? 0)) return undefined;
    return {
      cause: 'unknown',
      rule: 'gone',
      why: `The other side says that what the worker asked for is not there (status ${failure.httpStatus}); name the status in \`errors\` if that makes a letter hopeless.`,
      evidence: [failureFact(failure)],
      confidence: 'none',
    };
  },
};
