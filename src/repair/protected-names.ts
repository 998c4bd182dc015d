import { isJsonObject, type Json } from '../core/json.ts';
import { foreignName } from './foreign-names.ts';
import { keyWords } from './key-style.ts';

/** What a name says of its value. */
export type ProtectedName = 'an id' | 'a recipient' | 'money';

/** Words that end a key, and what they say of its value. */
const WORDS: ReadonlyMap<string, ProtectedName> = new Map([
  ...['id', 'ids', 'uuid', 'uuids', 'guid', 'ulid', 'iban', 'bic', 'swift', 'ssn', 'vat', 'ein', 'pan', 'account', 'accounts'].map((word) => [word, 'an id'] as const),
  ...['to', 'cc', 'bcc', 'recipient', 'recipients', 'payee', 'beneficiary', 'email', 'emails', 'mail'].map((word) => [word, 'a recipient'] as const),
  ...['amount', 'amounts', 'price', 'prices', 'total', 'totals', 'subtotal', 'balance', 'fee', 'fees', 'cost', 'costs', 'charge', 'charges', 'refund',
    'discount', 'tax', 'deposit', 'salary', 'payout', 'payment', 'currency', 'currencies', 'cents'].map((word) => [word, 'money'] as const),
]);

/** Words behind which the telling one stands: `amountMinor`, `currencyCode`, `accountNumber`, `emailAddress`. */
const TAILS: ReadonlySet<string> = new Set(['minor', 'major', 'code', 'number', 'no', 'nr', 'value', 'net', 'gross', 'address', 'key', 'rate', 'percent', 'pct', 'percentage']);

/** A text that can only be meant as yes or no: `includeTax: "TRUE"` is no amount. */
const YES_OR_NO = /^\s*(true|false|yes|no|on|off)\s*$/i;

/**
 * What the key says that its value is: an id, money, a recipient, or a list of them; `undefined` where it says nothing of
 * the kind. `value` is what is there: a boolean, the word for one, or an object is none of them (its members may be).
 */
export function protectedName(key: string, value: Json | undefined): ProtectedName | undefined {
  if (typeof value === 'boolean' || isJsonObject(value) || (typeof value === 'string' && YES_OR_NO.test(value))) return undefined;
  const words = keyWords(key);
  const last = words.at(-1) ?? '';
  const telling = words.length > 1 && TAILS.has(last) ? (words.at(-2) ?? '') : last;
  return WORDS.get(telling) ?? foreignName(telling, hasNumber(value));
}

function hasNumber(value: Json | undefined): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^\D{0,4}\d/.test(value));
}
