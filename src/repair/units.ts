import { keyWords } from './key-style.ts';
import type { Site } from './site.ts';

/** Units by their sign, with the names that they have in texts and keys. No two signs are the same in another case. */
const UNITS: readonly (readonly [sign: string, ...names: readonly string[]])[] = [
  ['ml', 'millilitre', 'milliliter'], ['cl', 'centilitre', 'centiliter'], ['dl', 'decilitre', 'deciliter'], ['l', 'litre', 'liter'],
  ['mg', 'milligram', 'milligramme'], ['g', 'gram', 'gramme'], ['kg', 'kilogram', 'kilogramme', 'kilo'], ['lb', 'pound', 'lbs'], ['oz', 'ounce'],
  ['mm', 'millimetre', 'millimeter'], ['cm', 'centimetre', 'centimeter'], ['m', 'metre', 'meter'], ['km', 'kilometre', 'kilometer'],
  ['in', 'inch', 'inches'], ['ft', 'foot', 'feet'], ['mi', 'mile'],
  ['ms', 'millisecond', 'millis'], ['s', 'second', 'sec'], ['min', 'minute', 'mins'], ['h', 'hour', 'hr', 'hrs'], ['d', 'day'], ['week'], ['month'], ['year'],
  ['px', 'pixel'], ['kB', 'kilobyte'], ['MB', 'megabyte'], ['GB', 'gigabyte'], ['KiB', 'kibibyte'], ['MiB', 'mebibyte'], ['GiB', 'gibibyte'], ['byte'],
  ['°C', 'celsius'], ['°F', 'fahrenheit'], ['K', 'kelvin'], ['Hz', 'hertz'], ['kHz', 'kilohertz'], ['W', 'watt'], ['kW', 'kilowatt'], ['kWh', 'kilowatthour'], ['V', 'volt'],
  ['rpm'], ['dpi'], ['fps'], ['km/h', 'kph', 'kmh'], ['mph'],
];

const BY_NAME: ReadonlyMap<string, string> = new Map(UNITS.flatMap(([sign, ...names]) => (sign.length > 3 ? [sign, ...names] : names).flatMap((name) => [[name, sign] as const, [`${name}s`, sign] as const])));
const BY_SIGN: ReadonlyMap<string, string> = new Map(UNITS.map(([sign]) => [sign, sign]));

/** Signs that are words of keys too. One letter, `in` and `min` (the least) are not: they have other meanings there. */
const BY_KEY: ReadonlyMap<string, string> = new Map(UNITS.filter(([sign]) => sign.length > 1 && sign !== 'in' && sign !== 'min').map(([sign]) => [sign.toLowerCase(), sign]));

/** The sign of the unit that a word names: a sign in its own case, a name in any. */
export function unitNamed(word: string): string | undefined {
  return BY_SIGN.get(word) ?? BY_NAME.get(word.toLowerCase());
}

/**
 * The unit in which the key or the documentation of a place counts. `undefined` where they name none, or more than one:
 * a text that compares units does not say which of them counts.
 */
export function unitOf({ key, want: { descriptions } }: Site): string | undefined {
  const inKey = keyWords(key).map((word) => BY_KEY.get(word) ?? BY_NAME.get(word));
  const inTexts = descriptions.flatMap(unitsIn);
  const [unit, ...others] = new Set([...inKey, ...inTexts].filter((found) => found !== undefined));
  return others.length === 0 ? unit : undefined;
}

/** Names anywhere; signs only in brackets or at the end, where no other word looks like them. */
function unitsIn(description: string): readonly (string | undefined)[] {
  const text = description.slice(0, 500);
  const signs = [...text.matchAll(/[([]([^()[\]\s]{1,4})[)\]]|\bin ([^\s.,;]{1,4})[.\s]*$/g)].map(([, bracketed, last]) => BY_SIGN.get(bracketed ?? last ?? ''));
  const names = text.split(/[^\p{L}°/]+/u).map((word) => (word.length > 3 ? BY_NAME.get(word.toLowerCase()) : undefined));
  return [...signs, ...names];
}
