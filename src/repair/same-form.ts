import type { Json } from '../core/json.ts';
import { mailtoAddress } from './email.ts';
import { readUuid } from './uuid.ts';

/**
 * True where two texts are written forms of one id or one address, each of which gives the other: a UUID in braces, an
 * address behind `mailto:`. It holds where only a name protects the value; what the user protects keeps its form as well.
 */
export function isOtherForm(before: Json | undefined, after: Json | undefined): boolean {
  if (typeof before !== 'string' || typeof after !== 'string') return false;
  return after !== '' && (readUuid(before) === after || mailtoAddress(before) === after);
}
