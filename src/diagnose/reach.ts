import type { InspectedLetter } from '../core/inspected-letter.ts';
import { isJsonObject, type Json } from '../core/json.ts';
import { pointerSegments } from '../core/json-pointer.ts';
import { payloadValues } from './payload-values.ts';
import { wordsOf } from './words-of.ts';

/** Mail to many, of which nobody misses one. */
const BULK = new Set('blast broadcast broadcasts bulk bulletin campaign campaigns digest digests drip mailing mailings mailshot marketing newsletter newsletters nurture promo promos promotion promotional promotions roundup winback'.split(' '));
/** What a person waits for, owes, or has a right to: it has to arrive by another way where this one is closed. */
const OWED = new Set(
  `account appointment bill billing bills booking bookings cancellation compliance confirm confirmation confirmations consent contract contracts court
  deadline dunning gdpr insurance invoice invoices legal loan mandate notice order orders password payment payments payroll payslip payslips policy
  privacy receipt receipts refund refunds reservation reset salary security statement statements tax terms ticket tickets transactional transfer
  verification verify warranty`.split(/\s+/),
);
/** What somebody may come to harm without. */
const ALARMS = new Set(
  `2fa alarm alarms alert alerts amber approval approvals critical emergency escalation evacuation fall fire fraud health incident incidents login medical medication
  mfa oncall otp outage pager patient prescription recall rescue safety security siren sos urgent verification warning warnings`.split(/\s+/),
);
/** Members by which a payload says what kind of message it is. */
const KIND_KEYS = new Set('category channel event kind level priority severity template topic type'.split(' '));
/** Words of a description that say that a value matters to the business. */
const MATTERS = /\b(?:critical|important|legally|required by law|must (?:reach|arrive|be delivered)|never (?:drop|lose|discard)|do not (?:drop|lose|discard))\b/i;
const MOST_VALUES = 500;

/** True where the name of the job or of its queue says that it is mail to many. */
export function isBulk({ letter }: InspectedLetter): boolean {
  return [...wordsOf(letter.name), ...wordsOf(letter.queue)].some((word) => BULK.has(word));
}

/** True where the names, or a member that belongs to an order or a contract, say that somebody has a right to the message. */
export function isOwed(inspected: InspectedLetter): boolean {
  const { letter } = inspected;
  return [letter.name, letter.queue].some((name) => wordsOf(name).some((word) => OWED.has(word))) || belongsToOwed(inspected) || isAlarm(inspected);
}

/** True where a member of the payload is named after an order, a contract or something like them. */
export function belongsToOwed({ letter }: InspectedLetter): boolean {
  const keys = isJsonObject(letter.payload) ? Object.keys(letter.payload).slice(0, MOST_VALUES) : [];
  return keys.some((name) => wordsOf(name).some((word) => OWED.has(word)));
}

/** True where the names, or what the payload calls its own kind, say that somebody may come to harm without the message. */
export function isAlarm({ letter }: InspectedLetter): boolean {
  const kinds = isJsonObject(letter.payload) ? Object.entries(letter.payload).flatMap(([key, value]) => (KIND_KEYS.has(key.toLowerCase()) && typeof value === 'string' ? [value] : [])) : [];
  return [letter.name, letter.queue, ...kinds].some((name) => wordsOf(name).some((word) => ALARMS.has(word)));
}

/**
 * True where the payload names one receiver in a member whose key has one of the words, and not several. Where it names
 * several, one of them failing says nothing of the others.
 */
export function namesOneReceiver(payload: Json | undefined, words: ReadonlySet<string>): boolean {
  if (payload === undefined) return false;
  let one = false;
  let looked = 0;
  for (const { key, value } of payloadValues(payload)) {
    looked += 1;
    if (looked > MOST_VALUES) return false;
    if (value === null || typeof value === 'boolean' || !wordsOf(key).some((word) => words.has(word))) continue;
    if (Array.isArray(value) ? value.length > 1 : typeof value === 'string' && /[,;]\s{0,4}\S/.test(value)) return false;
    one = true;
  }
  return one;
}

/** True where the configuration or the schema itself says that what names the receiver, or the whole payload, matters to the business. */
export function isProtectedReceiver({ jobType }: InspectedLetter, words: ReadonlySet<string>): boolean {
  const isReceiver = (key: string): boolean => wordsOf(key).some((word) => words.has(word));
  if (jobType.protect.some((pattern) => pattern === '' || pointerSegments(pattern).some(isReceiver))) return true;
  const schema = jobType.schema?.jsonSchema;
  const properties = schema?.['properties'];
  const described = isJsonObject(properties) ? Object.entries(properties).flatMap(([key, property]) => (isReceiver(key) ? [property] : [])) : [];
  return [schema, ...described].some((part) => isJsonObject(part) && (part['x-mendq-protect'] === true || (typeof part['description'] === 'string' && MATTERS.test(part['description']))));
}
