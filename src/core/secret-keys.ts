/** Key names whose values are secrets wherever they occur, in their plain form. */
const SECRET_KEYS: readonly string[] = [
  'password', 'passwords', 'passwd', 'pwd', 'passphrase', 'secret', 'secrets', 'credential', 'credentials', 'token', 'jwt', 'otp', 'apikey',
  'authorization', 'cookie', 'cookies', 'setcookie', 'sessionid', 'privatekey', 'clientsecret', 'accesskey', 'cvv', 'cvc', 'cardnumber', 'creditcard',
  'iban', 'pin', 'ssn',
];

/** A short word ends too many innocent ones (`shipping`, `spin`): it has to be the whole key. */
const LONGEST_WHOLE_WORD = 4;

/** Keys above this length are not remembered: they are data, not names. */
const REMEMBERED_LENGTH = 64;
const MOST_REMEMBERED = 10_000;

/** A key as it is compared: without case, `_` and `-`. */
export function plainKey(key: string): string {
  return key.toLowerCase().replaceAll(/[_-]/g, '');
}

/** Makes the test for keys whose values are secrets: the built-in names and `more`. A longer name counts at the end of a key too: `customerEmail` for `email`. */
export function secretKeyTest(more: readonly string[] = []): (key: string) => boolean {
  const names = [...new Set([...SECRET_KEYS, ...more.map(plainKey)])].filter((name) => name !== '');
  const whole = new Set(names);
  const endings = names.filter((name) => name.length > LONGEST_WHOLE_WORD);
  const known = new Map<string, boolean>();
  return (key) => {
    const remembered = known.get(key);
    if (remembered !== undefined) return remembered;
    const plain = plainKey(key);
    const secret = whole.has(plain) || endings.some((ending) => plain.endsWith(ending));
    if (key.length <= REMEMBERED_LENGTH && known.size < MOST_REMEMBERED) known.set(key, secret);
    return secret;
  };
}
