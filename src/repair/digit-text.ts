import { pointerSegments, type Pointer } from '../core/json-pointer.ts';
import { keyWords } from './key-style.ts';
import type { Want } from './want.ts';

/** Words of names that stand for a text made of digits, wherever in the name they are. A plural counts as its word. */
const ANYWHERE: ReadonlySet<string> = new Set([
  'routing', 'iban', 'bic', 'swift', 'aba', 'tax', 'vat', 'ssn', 'ein', 'tin', 'nin', 'siret', 'siren', 'national', 'social', 'insurance', 'passport', 'licence', 'license',
  'citizen', 'ean', 'gtin', 'upc', 'isbn', 'issn', 'asin', 'gln', 'sscc', 'phone', 'telephone', 'tel', 'fax', 'mobile', 'msisdn', 'cell', 'postal', 'zip', 'plz', 'pin', 'otp', 'card', 'pan',
  'cvc', 'cvv', 'serial', 'sku', 'barcode', 'imei', 'imsi', 'iccid', 'tracking', 'version', 'semver',
]);

/** Words that say so only at the end: `orderNo`, `promoCode`, `bankAccount`, but not `codeLines` or `numberOfRooms`. */
const AT_THE_END: ReadonlySet<string> = new Set(['code', 'number', 'no', 'nr', 'num', 'nbr', 'account', 'acct', 'digit', 'release', 'ver']);

/** The same where a name's words are not told apart: `zipcode`, `phonenumber`, `routingno`. */
const RUN_TOGETHER = /phone$|^(?:zip|postal|routing|passport|phone|barcode|serial|licen[cs]e|insurance|isbn|gtin|imei|msisdn|iban)/;
const RUN_TOGETHER_AT_THE_END = /(?:code|number|account)$/;

/** Keys that say nothing themselves, so that the name around them counts: `phone.value`, `zip.raw`. */
const COLOURLESS: ReadonlySet<string> = new Set(['value', 'raw', 'text', 'local', 'full', 'formatted', 'normalized', 'normalised']);

/** More zeros than any such text begins with. */
const MOST_ZEROS = 12;

/**
 * True where the name of a place sounds like a text made of digits. A number that arrives there may have lost zeros, and
 * nothing in it tells how many. A plain `…Id` is none: ids made of digits are mostly counted, from one on.
 */
export function soundsLikeDigitText(pointer: Pointer): boolean {
  const names = pointerSegments(pointer).filter((segment) => !/^\d+$/.test(segment));
  const [key = '', holder = ''] = names.toReversed();
  return isDigitName(key) || (COLOURLESS.has(key.toLowerCase()) && isDigitName(holder));
}

function isDigitName(name: string): boolean {
  const words = keyWords(name).map((word) => word.replace(/\d+$/, ''));
  const singular = words.map((word) => (word.length > 3 ? word.replace(/s$/, '') : word));
  const known = [...words, ...singular];
  const last = singular.at(-1) ?? '';
  return known.some((word) => ANYWHERE.has(word) || RUN_TOGETHER.test(word)) || AT_THE_END.has(last) || RUN_TOGETHER_AT_THE_END.test(last);
}

/** True where the schema itself would refuse the text with any zeros before it, so that it can have lost none. */
export function hasLostNoZeros(text: string, { patterns, maxLength = Infinity, members }: Want): boolean {
  if (members.length > 0) return members.filter((member) => typeof member === 'string' && withoutZeros(member) === withoutZeros(text)).length === 1;
  const longer = Array.from({ length: MOST_ZEROS }, (_, index) => '0'.repeat(index + 1) + text);
  return longer.every((other) => other.length > maxLength || (patterns.length > 0 && patterns.every((pattern) => refuses(pattern, other))));
}

function withoutZeros(text: string): string {
  return text.replace(/^0+/, '');
}

function refuses(pattern: string, text: string): boolean {
  try {
    return !new RegExp(pattern, 'u').test(text);
  } catch {
    return false;
  }
}
