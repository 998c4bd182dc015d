import type { InspectedLetter } from '../../core/inspected-letter.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { answerBody } from '../answer-body.ts';
import { isOrdered, isPartOnly } from '../end-state.ts';
import { maySettle } from '../may-settle.ts';
import { compareWithPayload, isOwnState, isWholeLetter, type Comparison } from '../own-result.ts';
import { failureFact, type Rule } from '../rule.ts';
import { wordsOf } from '../words-of.ts';

const CONFLICTS = new Set([400, 409, 422]);
const ALREADY = /\balready[ _-](?:been[ _-])?([a-z]{3,20})\b/i;
/** For jobs that bring something about, under an id of their own: "there is one" and everything about it is theirs. */
const EXISTS = /\b(?:exists|exist|duplicate)\b/i;
const CREATES = new Set('add book charge create import insert issue make open order pay place post publish record register request schedule send submit transfer'.split(' '));
const DONE = /^(?:accepted|active|booked|captured|closed|complete|completed|confirmed|created|done|executed|fulfilled|ok|paid|posted|processed|sent|settled|succeeded|success|successful)$/i;
const SAYS = ['issue', 'name', 'description', 'code', 'error', 'errorCode', 'error_code', 'type', 'reason', 'status', 'message', 'title', 'detail'] as const;

const SHIPPED = 'AxiosError: Request failed with status code 409: {"code":"ALREADY_SHIPPED","trackingNo":"EX1"}';
const EXISTING = 'AxiosError: Request failed with status code 409: {"code":"TRANSFER_EXISTS","transferId":"tf-1","amountMinor":500,"status":"EXECUTED"}';
const SHIP = { name: 'mark-shipped', queue: 'shipping', payload: { orderId: 'SO-1', trackingNo: 'EX1' }, effects: 'external' } as const;

/** A conflict whose answer tells that the other side holds this letter's own result. */
export const ownStateReported: Rule = {
  name: 'own-state-reported',
  why: 'A conflict that says "already shipped" is good news where what is shipped is what this letter orders, and a mix-up where it is something else. So every value of the letter that the answer tells must agree, and a result must be among them.',
  source: 'RFC 9110, section 15.5.10 (409): the answer should tell enough to recognise the source of the conflict.',
  examples: {
    for: [
      { ...SHIP, shows: 'the same tracking number', stack: SHIPPED, cause: 'already-done' },
      { ...SHIP, shows: 'the same in another spelling, deeper', stack: 'AxiosError: Request failed with status code 409: {"error":{"code":"already_shipped","current":{"tracking_no":"EX1","order_id":"SO-1"}}}', cause: 'already-done' },
      { ...SHIP, shows: 'an order by its id alone', name: 'cancel-order', payload: { orderId: 'SO-1', reason: 'customer' }, stack: 'AxiosError: Request failed with status code 409: {"error":"ALREADY_CANCELLED","orderId":"SO-1"}', cause: 'already-done' },
      { ...SHIP, shows: 'an order that the address names', name: 'capture-order', payload: { paypalOrderId: '5O19' }, stack: 'AxiosError: Request failed with status code 422: {"name":"UNPROCESSABLE_ENTITY","details":[{"issue":"ORDER_ALREADY_CAPTURED"}]}\n    at settle (/app/node_modules/axios/dist/node/axios.cjs:2090:12) {\n  config: { method: \'post\', url: \'/v2/checkout/orders/5O19/capture\' }\n}', cause: 'already-done' },
      { ...SHIP, shows: 'a transfer that stands there in full', name: 'order-transfer', payload: { transferId: 'tf-1', amountMinor: 500 }, stack: EXISTING, cause: 'already-done' },
    ],
    against: [
      { ...SHIP, shows: 'a transfer of another amount', name: 'order-transfer', payload: { transferId: 'tf-1', amountMinor: 600 }, stack: EXISTING },
      { ...SHIP, shows: 'a transfer that failed', name: 'order-transfer', payload: { transferId: 'tf-1', amountMinor: 500 }, stack: EXISTING.replace('EXECUTED', 'REJECTED') },
      { ...SHIP, shows: 'a transfer that stood there before the first attempt', name: 'order-transfer', payload: { transferId: 'tf-1', amountMinor: 500 }, stack: EXISTING, attempts: 1 },
      { ...SHIP, shows: 'a transfer that is to be cancelled', name: 'cancel-transfer', payload: { transferId: 'tf-1', amountMinor: 500 }, stack: EXISTING },
      { ...SHIP, shows: 'another tracking number', stack: SHIPPED.replace('EX1', 'EX2') },
      { ...SHIP, shows: 'another one under a longer name', stack: SHIPPED.replace('"trackingNo":"EX1"', '"orderId":"SO-1","currentTrackingNo":"EX2"') },
      { ...SHIP, shows: 'an answer that does not tell the tracking number', stack: SHIPPED.replace('"trackingNo":"EX1"', '"orderId":"SO-1"') },
      { ...SHIP, shows: 'an answer that tells nothing', stack: 'AxiosError: Request failed with status code 409: {"code":"ALREADY_SHIPPED"}' },
      { ...SHIP, shows: 'an answer that was not kept', stack: 'AxiosError: Request failed with status code 409' },
      { ...SHIP, shows: 'another state', stack: SHIPPED.replace('SHIPPED', 'CANCELLED') },
      { ...SHIP, shows: 'another coupon', name: 'apply-coupon', payload: { orderId: 'SO-1', couponId: 'c-1' }, stack: 'AxiosError: Request failed with status code 409: {"code":"ALREADY_APPLIED","orderId":"SO-1"}' },
      { ...SHIP, shows: 'a payment of an amount that the answer leaves open', name: 'pay-invoice', payload: { invoiceId: 'i-1', amountMinor: 500 }, stack: 'AxiosError: Request failed with status code 409: {"code":"ALREADY_PAID","invoiceId":"i-1"}' },
      { ...SHIP, shows: 'the mail about it', name: 'mail-shipped-notice', stack: SHIPPED },
      { ...SHIP, shows: 'a business database that says no', stack: SHIPPED, fulfilment: 'no' },
      { ...SHIP, shows: 'a server that failed', stack: SHIPPED.replace('409', '500') },
    ],
  },
  match(letter, context) {
    const { failure } = letter;
    if (!CONFLICTS.has(failure.httpStatus ?? 0) || !maySettle(letter, context)) return undefined;
    const body = answerBody(failure);
    if (body === undefined || !tellsOfLetter(letter, body)) return undefined;
    return {
      cause: 'already-done',
      rule: 'own-state-reported',
      why: 'The other side says that what the job orders is so already, and tells this letter\'s own values of it.',
      evidence: [failureFact(failure), { source: 'payload', fact: 'every value of the payload that the answer tells agrees with it' }],
      confidence: 'certain',
    };
  },
};

function tellsOfLetter(letter: InspectedLetter, body: JsonObject): boolean {
  const comparison = compareWithPayload(body, letter.letter.payload, letter.failure.details['url'] ?? '');
  if (comparison === undefined || isPartOnly(letter)) return false;
  return reachesState(letter, body, comparison) || existsInFull(letter, body, comparison);
}

/** Everything that the answer says is already so must be what the job orders. */
function reachesState(letter: InspectedLetter, body: JsonObject, comparison: Comparison): boolean {
  const states = saidIn(body).map(stateIn).filter((state) => state !== undefined);
  return states.length > 0 && states.every((state) => isOrdered(letter, state)) && isOwnState(comparison);
}

/** The whole letter stands there, after an attempt that can have brought it there, and nothing says that it came to a bad end. */
function existsInFull({ letter }: InspectedLetter, body: JsonObject, comparison: Comparison): boolean {
  const [verb = ''] = wordsOf(letter.name);
  if (letter.attempts < 2 || !CREATES.has(verb) || !isWholeLetter(comparison)) return false;
  const states = [body['status'], body['state']].filter((state) => typeof state === 'string');
  return saidIn(body).some((said) => EXISTS.test(said)) && states.every((state) => DONE.test(state));
}

/** What the answer, and the objects in it, say of what happened. */
function saidIn(body: JsonObject): readonly string[] {
  const nested = Object.values(body).flatMap((value) => (Array.isArray(value) ? value : [value])).filter(isJsonObject);
  return [body, ...nested].flatMap((part) => SAYS.map((key) => part[key])).flatMap((value) => (typeof value === 'string' ? [value.slice(0, 500).replaceAll('_', ' ')] : []));
}

function stateIn(said: string): string | undefined {
  return ALREADY.exec(said)?.[1]?.toLowerCase();
}
