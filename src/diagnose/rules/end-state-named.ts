import type { InspectedLetter } from '../../core/inspected-letter.ts';
import { isJsonObject } from '../../core/json.ts';
import { isOrdered, isPartOnly } from '../end-state.ts';
import { maySettle } from '../may-settle.ts';
import { failureFact, type Rule } from '../rule.ts';

/** `Charge ch_1 has already been refunded.`: the whole message, so that nothing behind it can change what it says. */
const NAMED = /^(?:[A-Z][A-Za-z]{1,30} ){1,3}['"]?([\w-]{3,128})['"]? (?:has|was|is) already (?:been )?([a-z]{3,20})\.?$/;
/** Stripe's words for an intent that reached the end by another request. It does not name it. */
const INTENT = /^You cannot (\w{3,20}) this (?:PaymentIntent|SetupIntent) because it has (?:already (succeeded|been [a-z]{3,20})\b|a status of (canceled)\b)/;
const INTENT_ID = /^(?:pi|seti)_\w{1,64}$/;
const STATUSES_OF_REFUSAL = new Set([400, 409, 422]);

const REFUND = { name: 'refund-charge', queue: 'refunds', payload: { refundId: 'rf-1', chargeId: 'ch_1', amountMinor: 4990 }, effects: 'external' } as const;
const CONFIRM = { name: 'confirm-intent', queue: 'payments', payload: { paymentIntent: 'pi_1' }, effects: 'external' } as const;
const SUCCEEDED = 'StripeInvalidRequestError: You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.';

/** The other side says that what the job orders is so already, and of what. */
export const endStateNamed: Rule = {
  name: 'end-state-named',
  why: 'Where the other side names this letter\'s own object, and the state that the job orders as the one it is in, there is nothing left to do, whoever did it. Another state, another object, a part of it, or words behind it make it another matter.',
  source: 'Stripe documentation of error codes: charge_already_refunded is said of a charge that is refunded in full, payment_intent_unexpected_state names the state.',
  examples: {
    for: [
      { ...REFUND, shows: 'a charge that is refunded in full', stack: 'StripeInvalidRequestError: Charge ch_1 has already been refunded.', cause: 'already-done' },
      { ...CONFIRM, shows: 'an intent that succeeded', stack: SUCCEEDED, cause: 'already-done' },
      { ...CONFIRM, shows: 'an intent that is cancelled, of a job that cancels', name: 'cancel-intent', stack: 'StripeInvalidRequestError: You cannot cancel this PaymentIntent because it has a status of canceled.', cause: 'already-done' },
      { shows: 'a partner of one\'s own', name: 'cancel-order', payload: { orderId: 'SO-7' }, stack: 'PartnerError: Order SO-7 is already cancelled', effects: 'external', cause: 'already-done' },
    ],
    against: [
      { ...REFUND, shows: 'another charge', payload: { chargeId: 'ch_2' }, stack: 'StripeInvalidRequestError: Charge ch_1 has already been refunded.' },
      { ...REFUND, shows: 'another state', stack: 'StripeInvalidRequestError: Charge ch_1 has already been disputed.' },
      { ...REFUND, shows: 'a part of the charge', payload: { chargeId: 'ch_1', partial: true }, stack: 'StripeInvalidRequestError: Charge ch_1 has already been refunded.' },
      { ...REFUND, shows: 'more than is left', stack: 'StripeInvalidRequestError: Refund amount ($50.00) is greater than unrefunded amount on charge ($10.00)' },
      { ...REFUND, shows: 'the mail about a refund', name: 'send-refund-mail', stack: 'Error: Charge ch_1 has already been refunded.' },
      { ...REFUND, shows: 'words behind it', stack: 'StripeInvalidRequestError: Charge ch_1 has already been refunded to another account' },
      { ...REFUND, shows: 'a business database that says no', stack: 'StripeInvalidRequestError: Charge ch_1 has already been refunded.', fulfilment: 'no' },
      { ...CONFIRM, shows: 'an intent that is cancelled, of a job that confirms', stack: 'StripeInvalidRequestError: You cannot confirm this PaymentIntent because it has a status of canceled.' },
      { ...CONFIRM, shows: 'an intent that succeeded, of a job that cancels', name: 'cancel-intent', stack: 'StripeInvalidRequestError: You cannot cancel this PaymentIntent because it has already succeeded.' },
      { ...CONFIRM, shows: 'a payload with two intents', payload: { paymentIntent: 'pi_1', other: 'pi_2' }, stack: SUCCEEDED },
      { ...CONFIRM, shows: 'a capture of an amount', name: 'capture-intent', payload: { paymentIntent: 'pi_1', amount: 500 }, stack: 'StripeInvalidRequestError: You cannot capture this PaymentIntent because it has already been captured.' },
      { ...CONFIRM, shows: 'the words of somebody else', stack: SUCCEEDED.replace('StripeInvalidRequestError', 'Error') },
    ],
  },
  match(letter, context) {
    const { failure } = letter;
    if (!maySettle(letter, context) || isPartOnly(letter) || (failure.httpStatus !== undefined && !STATUSES_OF_REFUSAL.has(failure.httpStatus))) return undefined;
    const state = namedState(letter) ?? intentState(letter);
    if (state === undefined) return undefined;
    return {
      cause: 'already-done',
      rule: 'end-state-named',
      why: `The other side says of this letter's own object that it is ${state} already, which is what the job orders.`,
      evidence: [failureFact(failure), { source: 'payload', fact: 'the object that the failure is about is the one in the payload' }],
      confidence: 'certain',
    };
  },
};

function namedState(letter: InspectedLetter): string | undefined {
  const [, object = '', state = ''] = NAMED.exec(letter.failure.message) ?? [];
  return object !== '' && isOrdered(letter, state) && textsOf(letter).includes(object) ? state : undefined;
}

function intentState(letter: InspectedLetter): string | undefined {
  const { failure } = letter;
  const [, verb = '', reached, status] = failure.library === 'stripe' ? INTENT.exec(failure.message) ?? [] : [];
  const state = reached?.replace(/^been /, '') ?? status;
  if (state === undefined || textsOf(letter).filter((text) => INTENT_ID.test(text)).length !== 1) return undefined;
  return isReached(letter, verb, state) ? state : undefined;
}

function isReached(letter: InspectedLetter, verb: string, state: string): boolean {
  if (verb === 'confirm') return state === 'succeeded' && isOrdered(letter, 'confirmed');
  // An intent may be captured in part, and only the amount would tell.
  return isOrdered(letter, state) && !namesAmount(letter);
}

function textsOf({ letter }: InspectedLetter): readonly string[] {
  return isJsonObject(letter.payload) ? Object.values(letter.payload).filter((value) => typeof value === 'string') : [];
}

function namesAmount({ letter }: InspectedLetter): boolean {
  return isJsonObject(letter.payload) && Object.keys(letter.payload).some((key) => /amount|total|sum|price/i.test(key));
}
