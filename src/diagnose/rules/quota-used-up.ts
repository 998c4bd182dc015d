import type { ParsedFailure } from '../../core/failure.ts';
import { outageOf } from '../outage.ts';
import { failureFact, type Rule } from '../rule.ts';

const STATUSES = new Set([400, 402, 403, 429]);
const CODES = new Set(['insufficient_quota', 'ServiceQuotaExceededException', 'LimitExceededException', 'billing_not_active']);
const CLASSES = new Set(['RateLimitError', 'ApiError', 'APIError', 'InsufficientQuotaError']);
/** What accounts without credit or entitlement are told, in answers that look like a passing rate limit. */
const SPENT = /insufficient_quota|exceeded your current quota|\bbilling\b|credit balance|out of credits?|no credits? (?:left|remaining)|not enough credits?|payment required|\blimit"?: ?"?0(?![\d.])|upgrade (?:your|to)\b|plan limit|trial (?:has )?(?:ended|expired)/i;
/** Limits that no waiting of a replay outlasts. The short waits that some services state beside them are those of another limit. */
const LONG = /\b(?:per|a|each|every|this)[ _-]?(?:day|week|month|year)\b|PerDay|PerMonth|\b(?:daily|weekly|monthly|yearly|annual|lifetime)\b|\b(?:[RT]PD)\b|\b24 ?h(?:ours)?\b/i;
/** Google says the same of every quota; only its id tells that of a minute. */
const BY_MINUTE = /per[ _-]?minute/i;

const GEMINI = (quota: string): string =>
  `ApiError: {"error":{"code":429,"message":"You exceeded your current quota, please check your plan and billing details. Please retry in 47.4s.","status":"RESOURCE_EXHAUSTED","details":[{"violations":[{"quotaId":"${quota}","quotaValue":"15"}]},{"retryDelay":"47s"}]}}`;

/** A quota that no waiting refills: credit is used up, the plan allows nothing at all, or the day is over for it. */
export const quotaUsedUp: Rule = {
  name: 'quota-used-up',
  why: 'Some services say "too many requests" where they mean "no credit left", "limit 0" or "not before tomorrow": the short wait that they state beside it is that of another limit. Waiting does not help, paying or another plan does.',
  source: 'OpenAI error code insufficient_quota and limits per day (RPD, TPD); Google QuotaFailure with PerDay quotas and limit 0; AWS SES daily quota; RFC 9110, section 15.5.3 (402).',
  examples: {
    for: [
      { shows: 'credit used up', stack: 'RateLimitError: 429 You exceeded your current quota, please check your plan and billing details.' },
      { shows: 'payment required', stack: 'AxiosError: Request failed with status code 402' },
      { shows: 'a quota of a day, with the wait of a minute', stack: GEMINI('GenerateRequestsPerDayPerProjectPerModel-FreeTier') },
      { shows: 'a plan that allows nothing', stack: 'ApiError: {"error":{"code":429,"message":"Quota exceeded for metric: free_tier_requests, limit: 0, model: x. Please retry in 11.7s.","status":"RESOURCE_EXHAUSTED"}}' },
      { shows: 'a mail service that is done for today', stack: 'Throttling: Daily message quota exceeded.', effects: 'external' },
      { shows: 'a balance that is too low', stack: 'BadRequestError: 400 {"type":"error","error":{"message":"Your credit balance is too low"}}' },
    ],
    against: [
      { shows: 'a rate limit', stack: 'AxiosError: Request failed with status code 429' },
      { shows: 'a quota of a minute in the same words', stack: GEMINI('GenerateRequestsPerMinutePerProjectPerModel-FreeTier') },
      { shows: 'a metric of a minute', stack: 'ApiError: {"error":{"code":429,"message":"You exceeded your current quota. * Quota exceeded for metric: generate_content_requests_per_minute, limit: 60. Please retry in 21.4s.","status":"RESOURCE_EXHAUSTED"}}' },
      { shows: 'the word elsewhere', stack: 'TypeError: billing is not defined' },
      { shows: 'a limit that ends in 0', stack: 'RateLimitError: 429 Rate limit reached on tokens per min (TPM): Limit: 200000. Please try again in 228ms.' },
    ],
  },
  match({ failure }) {
    if (!isLimit(failure) || !isLasting(failure)) return undefined;
    return {
      cause: 'defect',
      rule: 'quota-used-up',
      why: 'The account at the other side has no credit, entitlement or daily quota left; waiting for a replay does not help.',
      evidence: [failureFact(failure)],
      confidence: 'certain',
    };
  },
};

function isLimit(failure: ParsedFailure): boolean {
  return STATUSES.has(failure.httpStatus ?? 0) || CLASSES.has(failure.errorClass) || CODES.has(failure.code ?? '') || outageOf(failure)?.kind === 'refused';
}

function isLasting({ httpStatus, code, message, library }: ParsedFailure): boolean {
  if (library === 'stripe') return false;
  if (httpStatus === 402 || CODES.has(code ?? '')) return true;
  const passing = BY_MINUTE.test(message) && !LONG.test(message) && !/\blimit"?: ?"?0(?![\d.])/.test(message);
  if (passing) return false;
  // A request that was refused for what it says may speak of any day.
  return SPENT.test(message) || (httpStatus !== 400 && httpStatus !== 403 && LONG.test(message));
}
