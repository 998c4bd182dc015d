import { failureFact, type Rule } from '../rule.ts';

const STATUSES = new Set([402, 403, 429]);
const CLASSES = new Set(['RateLimitError', 'ApiError', 'APIError', 'InsufficientQuotaError']);
/** What accounts without credit or entitlement are told, in answers that look like a passing rate limit. */
const WORDS = ['insufficient_quota', 'exceeded your current quota', 'billing', 'credit balance', 'payment required', 'limit: 0,'];

/** A quota that no waiting refills: credit is used up, or the plan allows nothing at all. */
export const quotaUsedUp: Rule = {
  name: 'quota-used-up',
  why: 'Some services say "too many requests" where they mean "no credit left" or "limit 0": waiting does not help, paying does.',
  source: 'OpenAI error code insufficient_quota; Google RESOURCE_EXHAUSTED with limit 0; RFC 9110, section 15.5.3 (402).',
  examples: {
    for: [
      { shows: 'credit used up', stack: 'RateLimitError: 429 You exceeded your current quota, please check your plan and billing details.' },
      { shows: 'payment required', stack: 'AxiosError: Request failed with status code 402' },
    ],
    against: [
      { shows: 'a rate limit', stack: 'AxiosError: Request failed with status code 429' },
      { shows: 'the word elsewhere', stack: 'TypeError: billing is not defined' },
    ],
  },
  match({ failure }) {
    const limited = STATUSES.has(failure.httpStatus ?? 0) || CLASSES.has(failure.errorClass) || failure.code === 'insufficient_quota';
    if (!limited) return undefined;
    const message = failure.message.toLowerCase();
    if (failure.httpStatus !== 402 && failure.code !== 'insufficient_quota' && !WORDS.some((word) => message.includes(word))) return undefined;
    return {
      cause: 'defect',
      rule: 'quota-used-up',
      why: 'The account at the other side has no credit or no entitlement left; waiting does not help.',
      evidence: [failureFact(failure)],
      confidence: 'certain',
    };
  },
};
