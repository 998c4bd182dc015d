import type { ParsedFailure } from '../../core/failure.ts';
import type { InspectedLetter } from '../../core/inspected-letter.ts';
import { isBareFetch, outageOf } from '../outage.ts';
import { failureFact, type Rule, type RuleContext } from '../rule.ts';
import { storeRefusals } from '../store-refusals.ts';
import { uncertainAttempt } from '../uncertain-attempt.ts';
import { namedError } from '../user-error.ts';

/** A run that may have acted outside before it failed. */
export const effectUncertain: Rule = {
  name: 'effect-uncertain',
  why: 'Mail, money and partners can not be rolled back: where a run may have reached them, a replay may do it twice, also with a repaired payload. Every attempt counts, not only the last.',
  source: 'RFC 9110, section 9.2.2: a client must not repeat a request automatically unless it knows that it is idempotent or was never applied.',
  examples: {
    for: [
      { shows: 'a time-out at a bank', stack: 'AxiosError: Request failed with status code 504', effects: 'external' },
      { shows: 'a cut connection', stack: 'Error: socket hang up', effects: 'external' },
      { shows: 'a fetch whose cause was not kept', stack: 'TypeError: fetch failed', effects: 'external' },
      { shows: 'a refused connection after an attempt that timed out', stack: 'Error: connect ECONNREFUSED 10.0.0.7:443', earlier: ['AxiosError: timeout of 3000ms exceeded'], effects: 'external' },
      { shows: 'a name that the user calls transient after an attempt that timed out', stack: 'UpstreamBusy: busy', reason: 'busy', earlier: ['AxiosError: timeout of 3000ms exceeded'], errors: { UpstreamBusy: 'transient' }, effects: 'external' },
      { shows: 'a time-out that the user calls transient', stack: 'AxiosError: timeout of 3000ms exceeded', errors: { ETIMEDOUT: 'transient' }, effects: 'external' },
      { shows: 'a rolled-back transaction of a job that also acts outside', stack: 'error: deadlock detected', effects: 'external' },
      { shows: 'a store that refused text', stack: 'error: invalid byte sequence for encoding "UTF8": 0x00', payload: { memo: 'fragile\u0000' }, effects: 'external' },
      { shows: 'a cut connection over a payload that the schema refuses', stack: 'Error: read ECONNRESET', refused: [['/id', 'type']], effects: 'external' },
      { shows: 'an error of the code over it, after an attempt that was cut', stack: 'TypeError: x is not y', earlier: ['Error: socket hang up'], refused: [['/id', 'type']], effects: 'external' },
      { shows: 'a validator over it, after an attempt that was cut', stack: 'ZodError: [{"code":"invalid_type","path":["id"],"message":"Required"}]', earlier: ['Error: socket hang up'], refused: [['/id', 'type']], effects: 'external' },
      { shows: 'recipients who have the mail', stack: 'Error: SMTP: 3 of 5 recipients rejected after DATA', refused: [['/id', 'type']], effects: 'external' },
      { shows: 'an error of the database over a payload that the schema refuses', stack: 'error: null value in column "total" of relation "orders" violates not-null constraint', refused: [['/id', 'type']], effects: 'external' },
      { shows: 'a status that the worker itself gave its error, over it', stack: "BadRequestException: no such template\n    at x (/app/x.js:1:1) {\n  status: 400\n}", refused: [['/id', 'type']], effects: 'external' },
      { shows: 'an error that says nothing over it', stack: 'Error: boom', refused: [['/id', 'type']], effects: 'external' },
    ],
    against: [
      { shows: 'a database only', stack: 'Error: read ECONNRESET', effects: 'database' },
      { shows: 'a refused connection', stack: 'Error: connect ECONNREFUSED 10.0.0.7:443', effects: 'external' },
      { shows: 'a rate limit', stack: 'AxiosError: Request failed with status code 429', effects: 'external' },
      { shows: 'a read that timed out', stack: 'HTTPError: Request failed with status code 504 (Gateway Timeout): GET https://api.example/rates', effects: 'external' },
      { shows: 'a validator that refused the payload', stack: 'ZodError: [{"code":"invalid_type","path":["id"],"message":"Required"}]', refused: [['/id', 'type']], effects: 'external' },
      { shows: 'a partner that refused it', stack: 'AxiosError: Request failed with status code 422', refused: [['/id', 'type']], effects: 'external' },
      { shows: 'work that the business database says is not done', stack: 'Error: socket hang up', effects: 'external', fulfilment: 'no' },
      { shows: 'a refused payload whose repaired form the business database will be asked about', stack: 'Error: socket hang up', refused: [['/id', 'type']], effects: 'external', hook: true },
      { shows: 'an error that nothing would replay', stack: 'Error: boom', effects: 'external' },
    ],
  },
  match(letter, context) {
    const { failure } = letter;
    if (!wouldRunAgain(letter, context)) return undefined;
    const uncertain = uncertainAttempt(letter, context);
    if (uncertain === undefined) return undefined;
    return {
      cause: 'unknown',
      rule: 'effect-uncertain',
      why: `${uncertain === failure ? 'In the last attempt' : 'In an earlier attempt'} ${describe(uncertain)}, and the job acts outside the database: it may have acted before it failed, so a replay could do it twice.`,
      evidence: [failureFact(uncertain), { source: 'policy', fact: 'effects: external' }],
      confidence: 'none',
    };
  },
};

/** True where one of the rules behind this one would bring the letter back unless somebody said what has been done. */
function wouldRunAgain({ failure, jobType, schemaCheck }: InspectedLetter, { policy }: RuleContext): boolean {
  // With a hook the guard asks about the repaired payload before anything runs; about this one nobody may be asked.
  if (schemaCheck.kind === 'invalid') return jobType.fulfilled === undefined && jobType.fulfilledMany === undefined;
  return outageOf(failure) !== undefined || isBareFetch(failure) || storeRefusals(failure).length > 0 || namedError(failure, policy)?.meaning === 'transient';
}

function describe(failure: ParsedFailure): string {
  return outageOf(failure)?.what ?? (isBareFetch(failure) ? 'a request failed without saying when' : 'the run failed at an unknown point');
}
