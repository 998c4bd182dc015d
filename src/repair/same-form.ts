import type { Json } from '../core/json.ts';
import { mailtoAddress } from './email.ts';
import { readUuid } from './uuid.ts';

/** What nobody sees and no id or address begins or ends with. */
const INVISIBLE_EDGES = /^[\s\u200b\u200e\u200f\u2060\ufeff]+|[\s\u200b\u200e\u200f\u2060\ufeff]+$/g;

/**
 * True where two texts are written forms of one id or one address, each of which gives the other: a UUID in braces, an
 * address behind `mailto:`, or with invisible characters at its edges. It holds where only a name protects the value;
 * what the user protects keeps its form as well.
 */
export function isOtherForm(before: Json | undefined, after: Json | undefined): boolean {
  if (typeof before !== 'string' || typeof after !== 'string') return false;
  return after !== '' && [readUuid(before), mailtoAddress(before), before.replace(INVISIBLE_EDGES, '')].includes(after);
}
