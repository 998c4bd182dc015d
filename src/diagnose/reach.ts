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
  `2fa alarm alarms amber approval approvals critical emergency escalation evacuation fall fire fraud health incident incidents login medical medication
  mfa oncall otp outage pager patient prescription recall rescue safety security siren sos urgent verification warning warnings`.split(/\s+/),
);
/** What a text speaks of that is no hint to look; push services call every notification an alert. */
const DANGERS = new Set(
  `attack blood breach breached code danger dead died down earthquake emergency evacuate evacuation failed failure fall fell fire flood fraud gas glucose heart help hijack
  hospital intruder leak missing offline outage overdose password poison police pulse recall rescue robbery shooting smoke sos storm suspicious temperature theft
  tornado unauthorised unauthorized urgent warning weapon`.split(/\s+/),
);
/** Members by which a payload says what kind of message it is, and those that say it in words. */
const KIND_KEYS = new Set('category channel event kind level priority severity template topic type'.split(' '));
const TEXT_KEYS = new Set('alert body headline message subject subtitle text title'.split(' '));
/** Characters of a text that are looked at. */
const SAMPLE = 128;
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
  return [letter.name, letter.queue].some((name) => wordsOf(name).some((word) => OWED.has(word))) || belongsToOwed(inspected) || isCalledAlarm(inspected);
}

/** True where a member of the payload is named after an order, a contract or something like them. */
export function belongsToOwed({ letter }: InspectedLetter): boolean {
  const keys = isJsonObject(letter.payload) ? Object.keys(letter.payload).slice(0, MOST_VALUES) : [];
  return keys.some((name) => wordsOf(name).some((word) => OWED.has(word)));
}

/** True where the names, what the payload calls its own kind, or its text say that somebody may come to harm without the message. */
export function isAlarm({ letter }: Pick<InspectedLetter, 'letter'>): boolean {
  return isCalledAlarm({ letter }) || textsAt(letter.payload, TEXT_KEYS).some((text) => wordsOf(text.slice(0, SAMPLE)).some((word) => ALARMS.has(word) || DANGERS.has(word)));
}

function isCalledAlarm({ letter }: Pick<InspectedLetter, 'letter'>): boolean {
  return [letter.name, letter.queue, ...textsAt(letter.payload, KIND_KEYS)].some((name) => wordsOf(name).some((word) => ALARMS.has(word)));
}

/** The texts whose keys are among these, wherever they stand. */
function textsAt(payload: Json | undefined, keys: ReadonlySet<string>): readonly string[] {
  const texts: string[] = [];
  let looked = 0;
  for (const { key, value } of payload === undefined ? [] : payloadValues(payload)) {
    looked += 1;
    if (looked > MOST_VALUES) return texts;
    if (typeof value === 'string' && keys.has(key.toLowerCase())) texts.push(value);
  }
  return texts;
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
