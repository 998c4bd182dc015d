import { failureFact, type Rule } from '../rule.ts';

/** Words of banks and of the services before them. */
const DECLINED = /\b(?:card (?:was |has been )?declined|card has (?:insufficient funds|expired)|insufficient funds|do not honou?r|payment (?:was |has been )?(?:declined|refused))\b/i;

/** A payment that the payer's bank refuses. */
export const paymentDeclined: Rule = {
  name: 'payment-declined',
  why: 'A card without money gets none by asking again, banks count the attempts, and only the payer can name another one. Whether to ask again, and when, is the business\'s own schedule.',
  source: 'Stripe documentation of declines: card networks limit the repetition of declined payments.',
  examples: {
    for: [
      { shows: 'a declined card', stack: "StripeCardError: Your card was declined.\n    at x (/app/x.js:1:1)\n  code: 'card_declined', decline_code: 'insufficient_funds', statusCode: 402", effects: 'external' },
      { shows: 'the class alone', stack: 'StripeCardError: Votre carte a été refusée.', effects: 'external' },
      { shows: 'another service', stack: 'AxiosError: Request failed with status code 402: {"error":"insufficient funds"}', effects: 'external' },
    ],
    against: [
      { shows: 'an account of one\'s own that has to pay', stack: 'AxiosError: Request failed with status code 402' },
      { shows: 'a service that is busy', stack: 'StripeRateLimitError: Too many requests hit the API too quickly.', effects: 'external' },
      { shows: 'the words in a note', stack: 'Error: cannot store note "card declined"' },
    ],
  },
  match({ failure }) {
    const declined = failure.library === 'stripe' ? failure.httpStatus === 402 : failure.httpStatus !== undefined && failure.httpStatus >= 400 && failure.httpStatus < 500 && DECLINED.test(failure.message);
    if (!declined) return undefined;
    return {
      cause: 'unknown',
      rule: 'payment-declined',
      why: 'The bank refuses the payment; the payer has to be asked, and a repetition is refused again.',
      evidence: [failureFact(failure)],
      confidence: 'none',
    };
  },
};
