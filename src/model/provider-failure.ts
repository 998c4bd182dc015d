import { isMendqError } from '../core/errors.ts';
import type { ModelReply, ModelUsage } from './contract.ts';
import { memberOf, textAt } from './members.ts';
import { nextPacificMidnight } from './pacific-midnight.ts';
import { readProviderError, type ProviderError } from './provider-error.ts';
import { retryDelayOf } from './retry-delay.ts';

/** A reply without an answer. */
export type FailedReply = Extract<ModelReply, { kind: 'failed' }>;

/**
 * What an error of a provider's client means. The sentence in `why` is ours: a provider's own may quote the question. What
 * was refused with a status used no tokens; of everything else nobody knows, so its `usage` is absent.
 */
export function providerFailure(error: unknown, now: Date, milliseconds: number): FailedReply {
  const unused: ModelUsage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, milliseconds };
  if (isMendqError(error)) return { kind: 'failed', reason: 'rejected', why: [error.message, error.hint ?? ''].join('. ').replace(/[. ]*$/, '.'), usage: unused };
  const answer = readProviderError(error);
  const { status } = answer;
  if (status === undefined || (status >= 200 && status < 300)) return withoutStatus(answer);
  return { ...refusal(answer, status, now), usage: unused };
}

function withoutStatus({ status, isNetwork }: ProviderError): FailedReply {
  if (isNetwork) return { kind: 'failed', reason: 'unavailable', why: status === undefined ? 'The provider can not be reached.' : 'The connection broke off before the answer was complete.' };
  if (status !== undefined) return { kind: 'failed', reason: 'malformed', why: `The provider answered ${status} with a body that is not of its own format.` };
  return { kind: 'failed', reason: 'malformed', why: 'The client of the provider failed before it had read an answer.' };
}

function refusal(answer: ProviderError, status: number, now: Date): FailedReply {
  const named = nameOf(answer.body) === undefined ? `${status}` : `${status} ${nameOf(answer.body)}`;
  if (status === 429) return tooMany(answer, named, now);
  if (status === 408 || status === 409 || status === 425 || status >= 500) {
    const delay = retryDelayOf(answer, now);
    return { kind: 'failed', reason: 'unavailable', why: `The provider is not available now (${named}).`, ...(delay === undefined ? {} : { retryAfterMilliseconds: delay }) };
  }
  return { kind: 'failed', ...finalRefusal(answer, status, named) };
}

function finalRefusal(answer: ProviderError, status: number, named: string): Pick<FailedReply, 'reason' | 'why'> {
  if (status === 404 && isObject(answer.body)) return { reason: 'retired', why: `The provider has no such model, or not for this key (${named}). Name another one.` };
  if (status === 404) return { reason: 'rejected', why: `Nothing of the kind is at this address (${named}). Check the base URL of the model.` };
  if (status < 400) return { reason: 'rejected', why: `The address sends elsewhere (${named}), where a key does not follow. Check the base URL of the model.` };
  if (status === 401 || status === 403 || isKeyRefusal(answer)) return { reason: 'rejected', why: `The provider refuses the key or its rights (${named}).` };
  if (status === 402) return { reason: 'rejected', why: `The provider's account has no credit (${named}).` };
  return { reason: 'rejected', why: `The provider refuses the request (${named}).` };
}

/** A limit of a minute passes, one of a day opens at midnight, and one of nothing does neither. */
function tooMany(answer: ProviderError, named: string, now: Date): FailedReply {
  if (/\blimit: 0\b/.test(answer.message)) return { kind: 'failed', reason: 'rejected', why: `The account has no quota for this model (${named}).` };
  if (/insufficient_quota|billing_hard_limit/.test(`${codeOf(answer.body)} ${textAt(answer.body, 'error', 'type')}`)) return { kind: 'failed', reason: 'rejected', why: `The provider's account has no credit (${named}).` };
  if (quotaIds(answer.body).some((id) => /PerDay/i.test(id))) {
    return { kind: 'failed', reason: 'quota', why: `The provider's quota of a day is used up (${named}).`, until: nextPacificMidnight(now) };
  }
  const delay = retryDelayOf(answer, now);
  return { kind: 'failed', reason: 'rate-limited', why: `The provider asks for fewer calls (${named}).`, ...(delay === undefined ? {} : { retryAfterMilliseconds: delay }) };
}

function quotaIds(body: unknown): readonly string[] {
  return detailsOf(body).flatMap((detail) => {
    const violations = memberOf(detail, 'violations');
    return Array.isArray(violations) ? violations.flatMap((violation) => textAt(violation, 'quotaId') ?? []) : [];
  });
}

function isKeyRefusal({ body, message }: ProviderError): boolean {
  return detailsOf(body).some((detail) => textAt(detail, 'reason')?.startsWith('API_KEY_') === true) || codeOf(body) === 'invalid_api_key' || /\bAPI key not valid\b/i.test(message);
}

function detailsOf(body: unknown): readonly unknown[] {
  const details = memberOf(body, 'error', 'details');
  return Array.isArray(details) ? details : [];
}

function codeOf(body: unknown): string | undefined {
  return textAt(body, 'error', 'code');
}

/** The provider's own word for its refusal, where it is a word and no text. */
function nameOf(body: unknown): string | undefined {
  return [textAt(body, 'error', 'status'), codeOf(body), textAt(body, 'error', 'type')].find((word) => word !== undefined && /^[A-Za-z_]{3,40}$/.test(word));
}

function isObject(body: unknown): boolean {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}
