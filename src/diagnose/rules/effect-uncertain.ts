import type { ParsedFailure } from '../../core/failure.ts';
import { isBareFetch, isSafeToRepeat, outageOf } from '../outage.ts';
import { failureFact, type Rule } from '../rule.ts';

/** A run that may have acted outside before its connection was lost. */
export const effectUncertain: Rule = {
  name: 'effect-uncertain',
  why: 'Mail, money and partners can not be rolled back: where a run may have reached them, a replay may do it twice. Every attempt counts, not only the last.',
  source: 'RFC 9110, section 9.2.2: a client must not repeat a request automatically unless it knows that it is idempotent or was never applied.',
  examples: {
    for: [
      { shows: 'a time-out at a bank', stack: 'AxiosError: Request failed with status code 504', effects: 'external' },
      { shows: 'a cut connection', stack: 'Error: socket hang up', effects: 'external' },
      { shows: 'a fetch whose cause was not kept', stack: 'TypeError: fetch failed', effects: 'external' },
      { shows: 'a refused connection after an attempt that timed out', stack: 'Error: connect ECONNREFUSED 10.0.0.7:443', earlier: ['AxiosError: timeout of 3000ms exceeded'], effects: 'external' },
      { shows: 'also where the schema refuses the payload', stack: 'Error: read ECONNRESET', refused: [['/id', 'type']], effects: 'external' },
      { shows: 'a rolled-back transaction of a job that also acts outside', stack: 'error: deadlock detected', effects: 'external' },
    ],
    against: [
      { shows: 'a database only', stack: 'Error: read ECONNRESET', effects: 'database' },
      { shows: 'a refused connection', stack: 'Error: connect ECONNREFUSED 10.0.0.7:443', effects: 'external' },
      { shows: 'a rate limit', stack: 'AxiosError: Request failed with status code 429', effects: 'external' },
      { shows: 'a read that timed out', stack: 'HTTPError: Request failed with status code 504 (Gateway Timeout): GET https://api.example/rates', effects: 'external' },
    ],
  },
  match({ failure, jobType }) {
    if (jobType.effects !== 'external' || (outageOf(failure) === undefined && !isBareFetch(failure))) return undefined;
    const attempts = [failure, ...(failure.earlier ?? [])];
    const uncertain = attempts.find((attempt) => !isSafeToRepeat(attempt));
    if (uncertain === undefined) return undefined;
    return {
      cause: 'unknown',
      rule: 'effect-uncertain',
      why: `${uncertain === failure ? 'In the last attempt' : 'In an earlier attempt'} ${describe(uncertain)}, and the job acts outside the database: its effect may have happened, so a replay could do it twice.`,
      evidence: [failureFact(uncertain), { source: 'policy', fact: 'effects: external' }],
      confidence: 'none',
    };
  },
};

function describe(failure: ParsedFailure): string {
  return outageOf(failure)?.what ?? (isBareFetch(failure) ? 'a request failed without saying when' : 'the run failed at an unknown point');
}
