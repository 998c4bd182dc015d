import type { InspectedLetter } from '../../core/inspected-letter.ts';
import { allPast } from '../past-moment.ts';
import { passesSchema } from '../passes-schema.ts';
import { failureFact, type Rule } from '../rule.ts';
import { wordsOf } from '../words-of.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Clocks of two machines may differ; beyond this the moment is past on every one. */
const MARGIN = 5 * MINUTE;

const EXPIRY_WORDS = new Set('exp expiration expire expires expiry until'.split(' '));
const ONE_TIME_WORDS = new Set('2fa mfa magiclink onetime otp passcode totp'.split(' '));
/** Words that say so together. */
const ONE_TIME_FIRST = new Set('access recovery reset auth authentication log login magic one security sign signin verification'.split(' '));
const ONE_TIME_SECOND = new Set('code codes link links passcode pin time token'.split(' '));
/** Links that a person may give anew as long as somebody still waits for one; after a day nobody does. */
const RENEWABLE = new Set(['password', 'reset', 'recovery']);
/** What stays due when its date has passed, or grants something that has to be given anew. */
const STAYS_DUE = new Set('change contract coupon gift invite invitation invoice offer order payment quote ticket transfer voucher'.split(' '));

const EXPIRED = /\b(?:expired|expires? before|no longer valid|has lapsed|past its expiry|too late|out of date|ttl (?:was |has )?(?:exceeded|elapsed|passed)|window (?:has |is )?(?:passed|closed|elapsed|over))\b/i;
const ONE_TIME_SUBJECT = /\b(?:otp|totp|one-?time|magic|passcode|pin|(?:login|log-in|sign-?in|verification|security|access|auth|authentication|confirmation|2fa|mfa) (?:code|link)|code|link)\b/i;
/** Something of the worker's has expired and not the letter. */
const OWN_EXPIRED = /\b(?:(?:access|refresh|bearer|api|id|oauth|session|service) (?:tokens?|keys?)|certificates?|credentials?|licen[cs]es?|api-?keys?|signature|session|subscription|card|account)\b/i;
const OTP = { name: 'send-otp', queue: 'sms', effects: 'external', stack: 'Error: OTP expired before it could be sent' } as const;

/** A code or link for one use that has expired. */
export const oneTimeExpired: Rule = {
  name: 'one-time-expired',
  why: 'A code that has expired opens nothing: sent now it only makes its receiver wonder. The payload says so and the worker says so. What merely has a date stays due after it, or is given anew by a person.',
  source: 'RFC 6238, section 5.2: a one-time password is good for its time step; NIST SP 800-63B, section 5.1.3: a secret sent out of band is good for 10 minutes.',
  examples: {
    for: [
      { ...OTP, shows: 'a code for a login', payload: { userRef: 'u-3', purpose: 'login', expiresAt: '2020-01-01T00:05:00Z' } },
      { ...OTP, shows: 'a link for a login', name: 'send-magic-link', queue: 'mail', payload: { to: 'nora@example.com', expiresAt: 1_577_837_100 }, stack: 'Error: The magic link has expired' },
      { ...OTP, shows: 'a code for a check', name: 'send-verification-code', payload: { phone: '+1', valid_until: '2020-01-01' }, stack: 'Error: verification code is no longer valid' },
      { ...OTP, shows: 'a link for a password that expired long ago', name: 'send-reset-link', queue: 'accounts', payload: { userRef: 'u-61', expiresAt: '2020-02-01T10:00:00Z' }, stack: 'Error: Reset link expired before it was sent' },
    ],
    against: [
      { ...OTP, shows: 'one that is still good', payload: { userRef: 'u-3', expiresAt: '2026-03-04T03:20:00Z' } },
      { ...OTP, shows: 'one that has expired just now', payload: { userRef: 'u-3', expiresAt: '2026-03-04T03:14:00Z' } },
      { ...OTP, shows: 'one of which the payload does not say when', payload: { userRef: 'u-3' } },
      { ...OTP, shows: 'another failure', payload: { userRef: 'u-3', expiresAt: '2020-01-01T00:05:00Z' }, stack: 'Error: connect ECONNREFUSED 10.0.0.7:443' },
      { ...OTP, shows: 'a key of the worker', payload: { userRef: 'u-3', expiresAt: '2020-01-01T00:05:00Z' }, stack: 'Error: access token expired while sending the code' },
      { ...OTP, shows: 'a link for a password that somebody may still wait for', name: 'send-password-reset-link', payload: { to: 'nora@example.com', expiresAt: '2026-03-04T01:00:00Z' }, stack: 'Error: The reset link has expired' },
      { ...OTP, shows: 'a password that was given', name: 'reset-password', payload: { userRef: 'u-3', expiresAt: '2020-01-01T00:05:00Z' }, stack: 'Error: The reset link has expired' },
      { ...OTP, shows: 'an invitation', name: 'send-invitation-link', payload: { to: 'nora@example.com', expiresAt: '2020-01-01T00:05:00Z' }, stack: 'Error: The link has expired' },
      { ...OTP, shows: 'an offer', name: 'send-quote', payload: { quoteId: 7, expiresAt: '2020-01-01T00:05:00Z' }, stack: 'Error: quote expired' },
      { ...OTP, shows: 'a moment without a zone', payload: { userRef: 'u-3', expiresAt: '01/01/2020 00:05' } },
      { ...OTP, shows: 'a moment that the schema refuses', payload: { userRef: 'u-3', expiresAt: '2020-01-01T00:05:00Z' }, refused: [['/userRef', 'pattern']] },
    ],
  },
  match(inspected, { now }) {
    const { failure } = inspected;
    if (!passesSchema(inspected) || !isOneTime(inspected) || !saysExpired(failure.message) || !allPast(inspected.letter.payload, EXPIRY_WORDS, marginOf(inspected), now)) return undefined;
    return {
      cause: 'hopeless',
      rule: 'one-time-expired',
      why: 'The payload and the worker both say that this code or link for one use has expired; sending it now helps nobody.',
      evidence: [failureFact(failure), { source: 'payload', fact: 'the moment at which it expires has passed' }],
      confidence: 'certain',
    };
  },
};

function isOneTime({ letter }: InspectedLetter): boolean {
  const words = wordsOf(letter.name);
  if (words.some((word) => STAYS_DUE.has(word))) return false;
  return words.some((word, index) => ONE_TIME_WORDS.has(word) || (ONE_TIME_FIRST.has(word) && words.slice(index + 1, index + 3).some((next) => ONE_TIME_SECOND.has(next))));
}

function marginOf({ letter }: InspectedLetter): number {
  return wordsOf(letter.name).some((word) => RENEWABLE.has(word)) ? DAY : MARGIN;
}

function saysExpired(message: string): boolean {
  return EXPIRED.test(message) && ONE_TIME_SUBJECT.test(message) && !OWN_EXPIRED.test(message);
}
