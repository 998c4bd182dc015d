import type { Json } from '../core/json.ts';
import { keyWords } from './key-style.ts';

/** Words of keys whose value is a unit. */
const UNIT_WORDS: ReadonlySet<string> = new Set(['unit', 'units', 'uom', 'measure']);

/** A prefix of the SI or of binary multiples, and a symbol: `kg`, `mW`, `MB`, `ml`, `kWh`. */
const SYMBOL = /^(?:da|[yzafpnuµmcdhkKMGTPEZY]i?)?(?:g|m|l|L|s|W|Wh|V|A|Hz|J|Pa|N|K|t|b|B|bit|bps|Bps|m2|m3|m²|m³)$/;

/**
 * True where two spellings of a unit that differ in case only are two units: milli and mega, bit and byte. `KG` for `kg`
 * is none of these.
 */
export function differsAsUnit(word: string, member: string, place: { readonly key: string; readonly members: readonly Json[] }): boolean {
  const isUnit = keyWords(place.key).some((part) => UNIT_WORDS.has(part)) || place.members.every((other) => typeof other === 'string' && SYMBOL.test(other));
  if (!isUnit) return false;
  return [...word].some((letter, index) => letter !== member[index] && (/b/i.test(letter) || (index === 0 && /m/i.test(letter))));
}
