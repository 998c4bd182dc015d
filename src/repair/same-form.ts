import type { Json } from '../core/json.ts';
import { mailtoAddress } from './email.ts';
import { readUuid } from './uuid.ts';

/** What nobody sees and no id or address begins or ends with. */
const INVISIBLE_EDGES = /^[\s\u200b\u200e\u200f\u2060\ufeff]+|[\s\u200b\u200e\u200f\u2060\ufeff]+$/g;

/**
 * True where two texts are written forms of one id or one address, each of which gives the other: a UUID in braces, hexadecimal
 * digits in another case, an address behind `mailto:`, or with invisible characters at its edges. It holds where only a name protects the value;
 * what the user protects keeps its form as well.
 */
export function isOtherForm(before: Json | undefined, after: Json | undefined): boolean {
  if (typeof before !== 'string' || typeof after !== 'string') return false;
  const trimmed = before.replace(INVISIBLE_EDGES, '');
  if (isHexadecimal(trimmed) && after.toLowerCase() === trimmed.toLowerCase()) return true;
  return after !== '' && [readUuid(before), mailtoAddress(before), trimmed].includes(after);
}

/** True for eight hexadecimal digits or more, with hyphens or colons between them: the case of such digits means nothing. */
export function isHexadecimal(text: string): boolean {
  return text.length <= 200 && /^[\da-f]+(?:[:-][\da-f]+)*$/i.test(text) && text.replace(/[:-]/g, '').length >= 8;
}
