import { isJsonObject, type Json } from './json.ts';

/** What stands in the place of a hidden value. */
export const REDACTED = '[redacted]';

/** Key names whose values are secrets wherever they occur. Compared without case, `_` and `-`. */
const SECRET_KEYS: readonly string[] = [
  'password', 'passwd', 'passphrase', 'secret', 'token', 'apikey', 'authorization', 'cookie', 'setcookie',
  'privatekey', 'clientsecret', 'accesskey', 'cvv', 'cvc', 'cardnumber', 'creditcard', 'iban', 'pin', 'ssn',
];

/** Parts that lie deeper are replaced whole: a hostile payload may be nested deeper than a call stack reaches. */
const DEPTH = 500;

/** A copy of `value` in which the values of secret-looking keys are replaced. The shape stays, down to 500 levels. */
export function redact(value: Json): Json {
  return redacted(value, 0);
}

function redacted(value: Json, depth: number): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEPTH) return REDACTED;
  if (Array.isArray(value)) return value.map((item) => redacted(item, depth + 1));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, isSecretKey(key) && member !== null ? REDACTED : redacted(member, depth + 1)]));
}

function isSecretKey(key: string): boolean {
  const plain = key.toLowerCase().replaceAll(/[_-]/g, '');
  return SECRET_KEYS.some((secret) => plain === secret || (secret.length > 4 && plain.endsWith(secret)));
}
