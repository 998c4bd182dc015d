import type { FailureText } from '../failure-text.ts';
import { answered, printedStatus } from './http-answer.ts';
import { recogniseNode } from './node.ts';
import type { Recognition } from './recogniser.ts';

/** What Stripe says, with the code and the status that belong to it, for stacks whose properties were not kept. */
const MESSAGES: readonly (readonly [pattern: RegExp, code: string, status: string])[] = [
  [/^There is currently another in-progress request using this (?:Idempotent|Idempotency) Key\b/, 'idempotency_key_in_use', '409'],
  [/^Keys for idempotent requests can only be used (?:with the same parameters|for the same endpoint) /, 'idempotency_error', '400'],
  [/^Charge \S{1,64} has already been refunded\.?$/, 'charge_already_refunded', '400'],
  [/^You cannot \w{1,20} this (?:PaymentIntent|SetupIntent) because /, 'payment_intent_unexpected_state', '400'],
  [/^This (?:PaymentIntent|SetupIntent)(?:'s \w{1,20}| \S{1,64})? could not be /, 'payment_intent_unexpected_state', '400'],
  [/^No such \w{1,30}: /, 'resource_missing', '404'],
  [/^Invalid API [Kk]ey provided\b/, 'api_key_invalid', '401'],
  [/^Expired API [Kk]ey provided\b/, 'api_key_expired', '401'],
  [/^This object cannot be accessed right now because another API request or Stripe process is currently accessing it/, 'lock_timeout', '429'],
  [/^(?:Request rate limit exceeded|Too many requests hit the API too quickly)/, 'rate_limit', '429'],
  [/^Your card (?:was declined|has insufficient funds|has expired|number is incorrect)/, 'card_declined', '402'],
];
/** What the classes of the client mean where nothing else was kept. */
const CLASSES: Readonly<Record<string, readonly [code: string, status: string]>> = {
  StripeRateLimitError: ['rate_limit', '429'],
  StripeAuthenticationError: ['api_key_invalid', '401'],
  StripePermissionError: ['permission_error', '403'],
  StripeCardError: ['card_declined', '402'],
  StripeAPIError: ['api_error', '500'],
  StripeIdempotencyError: ['idempotency_error', '400'],
  StripeInvalidRequestError: ['invalid_request_error', '400'],
};

/** Stripe's client, by its classes: the codes are also other people's. */
export function recogniseStripe(text: FailureText): Recognition | undefined {
  const { errorClass, message, printed } = text;
  if (!errorClass.startsWith('Stripe') || errorClass.length > 40) return undefined;
  if (errorClass === 'StripeConnectionError') return connectionError(text);
  const said = MESSAGES.find(([pattern]) => pattern.test(message));
  const [code, status] = said === undefined ? meaningOf(errorClass) : [said[1], said[2]];
  const printedCode = /^[a-z_]{3,60}$/.exec(printed.properties.get('code') ?? '')?.[0];
  const known = printedStatus(text, 'statusCode', 'raw.statusCode') ?? status;
  return known === undefined ? undefined : answered(text, { library: 'stripe', status: known, code: printedCode ?? code, details: { key: keyIn(message) } });
}

function meaningOf(errorClass: string): readonly [code?: string, status?: string] {
  return (Object.hasOwn(CLASSES, errorClass) ? CLASSES[errorClass] : undefined) ?? [];
}

/** The key that is in use, as the message names it. */
function keyIn(message: string): string | undefined {
  return /\bIdempoten(?:t|cy) Key[^:]{0,200}: (\S{1,255}?)\. Please try/.exec(message)?.[1];
}

/** The error of the socket hangs on it as `detail`. */
function connectionError(text: FailureText): Recognition {
  const detail = text.printed.properties.get('detail') ?? text.printed.properties.get('raw.detail') ?? '';
  const inner = detail === '' ? undefined : recogniseNode({ ...text, message: detail.replace(/^\[?Error: /, '').replace(/\]$/, ''), printed: { properties: new Map(), causes: [] } });
  return inner === undefined ? { library: 'stripe', code: 'api_connection_error', details: { phase: 'exchange' } } : { ...inner, library: 'stripe' };
}
