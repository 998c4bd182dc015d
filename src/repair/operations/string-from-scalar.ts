import { keyWords } from '../key-style.ts';
import { mayBe } from '../want.ts';
import { valueOperation } from './operation-kind.ts';

/** Keys of texts that are made of digits and may begin with zeros. A number has lost those, and nothing tells how many. */
const DIGIT_TEXTS: ReadonlySet<string> = new Set([
  'zip', 'zipcode', 'postcode', 'postalcode', 'plz', 'code', 'phone', 'telephone', 'tel', 'mobile', 'fax', 'msisdn', 'pin', 'ean', 'gtin', 'upc', 'isbn', 'barcode',
]);

/**
 * `43053796` is `"43053796"`, `true` is `"true"`: only numbers that JavaScript holds and prints exactly, and no digits that
 * may have begun with zeros, unless the schema would notice.
 */
export const stringFromScalar = valueOperation({
  name: 'string-from-scalar',
  class: 'lossless',
  guard: { codes: ['type', 'union', 'enum', 'const', 'custom'], received: ['integer', 'number', 'boolean'] },
  suits: ({ want, key }) => mayBe(want, 'string') && (want.shaped || !DIGIT_TEXTS.has(keyWords(key).at(-1) ?? '')),
  read: (value) => {
    if (typeof value === 'boolean') return String(value);
    // Above 2^53 the number in the payload may already be another one than was sent.
    if (typeof value !== 'number' || (Number.isInteger(value) && !Number.isSafeInteger(value))) return undefined;
    const text = String(value);
    return /e/.test(text) ? undefined : text;
  },
  inverse: (written) => (typeof written === 'string' ? (JSON.parse(written) as boolean | number) : written),
});
