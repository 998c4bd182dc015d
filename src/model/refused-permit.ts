import type { ModelCallPermit, ModelCaps } from './contract.ts';
import type { FailedReply } from './provider-failure.ts';

const CAPS: Readonly<Record<keyof ModelCaps, string>> = {
  callsPerSignatureAndDay: 'calls for one kind of failure and day',
  tokensPerQueueAndDay: 'tokens for one queue and day',
  tokensPerDay: 'tokens a day',
  moneyPerDay: 'US dollars a day',
};

/** A refused reservation in words: which limit, what is used of it, and when it opens. */
export function refusalOf({ cap, used, limit, until }: Extract<ModelCallPermit, { kind: 'refused' }>): FailedReply {
  const when = until.toISOString();
  if (cap === 'blocked') return { kind: 'failed', reason: 'quota', why: `The provider's quota of a day is used up; no call is made before ${when}.`, until };
  return { kind: 'failed', reason: 'budget', why: `The limit of ${inNumbers(limit)} ${CAPS[cap]} (${cap}) leaves no room: ${inNumbers(used)} are used or reserved. It opens at ${when}.`, until };
}

function inNumbers(amount: number): string {
  return amount.toLocaleString('en-US', { maximumFractionDigits: 4 });
}
