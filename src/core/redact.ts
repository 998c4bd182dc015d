import { isJsonObject, type Json } from './json.ts';

/** What stands in the place of a hidden value. */
export const REDACTED = '[redacted]';

/** Key names whose values are secrets wherever they occur. Compared without case, `_` and `-`. */
const SECRET_KEYS: readonly string[] = [
  'password', 'passwd', 'passphrase', 'secret', 'token', 'apikey', 'authorization', 'cookie', 'setcookie',
  'privatekey', 'clientsecret', 'accesskey', 'cvv', 'cvc', 'cardnumber', 'pin', 'ssn',
];

/** A copy of `value` in which the values of secret-looking keys are replaced. The shape stays. */
export function redact(value: Json): Json {
  if (Array.isArray(value)) return value.map(redact);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, isSecretKey(key) && member !== null ? REDACTED : redact(member)]));
}

function isSecretKey(key: string): boolean {
  const plain = key.toLowerCase().replaceAll(/[_-]/g, '');
  return SECRET_KEYS.some((secret) => plain === secret || (secret.length > 4 && plain.endsWith(secret)));
}
