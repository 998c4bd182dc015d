import { isOwnKeyInUse } from '../safe-repetition.ts';
import { failureFact, type Rule } from '../rule.ts';
import { passesSchema } from '../passes-schema.ts';
import { uncertainAttempt } from '../uncertain-attempt.ts';

const IN_USE = 'StripeIdempotencyError: There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): sub:SO-1. Please try again later.';
const LETTER = { name: 'add-item', payload: { orderId: 'SO-1', key: 'sub:SO-1' }, effects: 'external' } as const;

/** A request that is still under way under this letter's own idempotency key. */
export const ownKeyInUse: Rule = {
  name: 'own-key-in-use',
  why: 'The service holds the key of this letter at this moment: later, the same request with the same key is answered with what the first one did. Where the key is not in the payload, the next run may make a new one, and act twice.',
  source: 'Stripe documentation, idempotent requests and error code idempotency_key_in_use (409).',
  examples: {
    for: [
      { ...LETTER, shows: 'the key of the payload', stack: IN_USE, attempts: 1 },
    ],
    against: [
      { ...LETTER, shows: 'a key that is not in the payload', stack: IN_USE, payload: { orderId: 'SO-1' } },
      { ...LETTER, shows: 'a key that was used with other parameters', stack: "StripeIdempotencyError: Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than 'sub:SO-1' if you meant to execute a different request." },
      { ...LETTER, shows: 'the words of somebody else', stack: IN_USE.replace('StripeIdempotencyError', 'Error') },
      { ...LETTER, shows: 'an earlier attempt at something else that was cut', stack: IN_USE, earlier: ['Error: socket hang up'] },
    ],
  },
  match(letter, context) {
    const { failure } = letter;
    if (!isOwnKeyInUse(letter, failure) || !passesSchema(letter) || uncertainAttempt(letter, context) !== undefined) return undefined;
    return {
      cause: 'transient',
      rule: 'own-key-in-use',
      why: 'The service is still at the request with the idempotency key of this letter; later, the same request is answered with what that one did.',
      evidence: [failureFact(failure), { source: 'payload', fact: 'the idempotency key in use is the one in the payload' }],
      confidence: 'likely',
    };
  },
};
