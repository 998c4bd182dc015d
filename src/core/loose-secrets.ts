import type { RedactionPlace, RedactionRules } from './redaction-rules.ts';
import { plainKey } from './secret-keys.ts';

/** So much of a body is looked at, in bytes. */
const LONGEST = 256 * 1024;

/** A name and its value as broken JSON, forms, YAML, XML and logs write them. */
const PAIR = /([\p{L}\p{N}_-]{1,64})["']?\s{0,8}[:=>]\s{0,8}(?:"((?:[^"\\]|\\.)*)|'((?:[^'\\]|\\.)*)|([^\s"'&,;<>{}[\]]+))/gsu;

/**
 * The values of secret keys in a body that is not JSON, as far as they can be recognised. What a pointer names is found
 * by the last key of the pointer.
 */
export function looseSecrets(body: Uint8Array, { isSecretKey, root }: RedactionRules): ReadonlySet<string> {
  const text = new TextDecoder().decode(body.subarray(0, LONGEST));
  const names = new Set(lastKeys(root));
  const found = new Set<string>();
  for (const [, key = '', double, single, bare] of text.matchAll(PAIR)) {
    const value = double ?? single ?? bare ?? '';
    if (value !== '' && (isSecretKey(key) || names.has(plainKey(key)))) found.add(value);
  }
  return found;
}

function lastKeys({ members }: RedactionPlace): readonly string[] {
  return [...members].flatMap(([key, place]) => [...(place.whole || place.each ? [key] : []), ...lastKeys(place)]);
}
