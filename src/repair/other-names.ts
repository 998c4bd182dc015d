import { isJsonObject } from '../core/json.ts';
import { expandPattern, isSafePointer, matchesPattern, pointerSegments, toPointer, valueAt, type Pointer, type PointerPattern } from '../core/json-pointer.ts';
import { documented } from './documented.ts';
import { areSimilarKeys, keyWords } from './key-style.ts';
import type { Site } from './site.ts';
import { knownKeys } from './want.ts';

/** Where else the value of a member may stand: under other keys beside it, or at other places. */
interface OtherNames {
  readonly keys: readonly string[];
  readonly places: readonly PointerPattern[];
}

/** Words of keys that say in what a value is counted. Two keys that differ in one do not hold the same value. */
const UNITS: ReadonlySet<string> = new Set([
  'ms', 'millis', 'milliseconds', 'sec', 'secs', 'seconds', 'min', 'mins', 'minutes', 'hours', 'days', 'cents', 'minor', 'major', 'pct', 'percent', 'ratio', 'fraction', 'net', 'gross',
  'kg', 'grams', 'g', 'lb', 'lbs', 'oz', 'km', 'm', 'cm', 'mm', 'miles', 'feet', 'ft', 'inches', 'bytes', 'kb', 'mb', 'gb', 'eur', 'usd', 'gbp', 'utc', 'local', 'celsius', 'fahrenheit',
]);

/** Keys that the schema does not know and that stand for the member, by the user's word or the schema's own. */
export function otherKeysOf(site: Site): readonly string[] {
  const { parent, parentFragment } = site;
  const { keys } = otherNames(site);
  if (keys.length === 0 || !isJsonObject(parent)) return [];
  const known = new Set(knownKeys(parentFragment));
  return keys.filter((key) => key !== site.key && Object.hasOwn(parent, key) && !known.has(key));
}

/** Places from which the value of a missing member may be copied: each holds exactly one value, and keeps it. */
export function sourcesOf(site: Site): readonly Pointer[] {
  const { subject: { payload }, parent, parentPointer, parentFragment } = site;
  const { keys, places } = otherNames(site);
  if (keys.length === 0 && places.length === 0) return [];
  const known = new Set(knownKeys(parentFragment));
  const beside = keys.filter((key) => known.has(key) && key !== site.key && isJsonObject(parent) && Object.hasOwn(parent, key)).map((key) => parentPointer + toPointer([key]));
  const elsewhere = places.filter(isSafePointer).flatMap((place) => {
    const [found, ...others] = expandPattern(payload, place);
    return found === undefined || others.length > 0 ? [] : [found];
  });
  return [...new Set([...beside, ...elsewhere])].filter((source) => source !== site.pointer && (valueAt(payload, source) ?? null) !== null);
}

function otherNames({ key, pointer, subject, want }: Site): OtherNames {
  const declared = Object.entries(subject.jobType.aliases ?? {}).filter(([place]) => matchesPattern(place, pointer)).flatMap(([, names]) => names);
  const told = want.descriptions.map(documented);
  const sameUnit = (name: string): boolean => unitsIn(name) === unitsIn(key);
  return {
    keys: [...new Set([...declared.filter((name) => !name.startsWith('/')), ...told.flatMap(({ otherKeys, replacedKeys }) => [...otherKeys, ...replacedKeys.filter((name) => isAbbreviated(name, key))]).filter(sameUnit)])],
    places: [...new Set([...declared.filter((name) => name.startsWith('/')), ...told.flatMap(({ foundAt }) => foundAt).filter((place) => sameUnit(pointerSegments(place).at(-1) ?? ''))])],
  };
}

/** True where the replaced key is the same words, shortened or misspelt: `qty` and `quantity`, not `customer` and `customerId`. */
function isAbbreviated(name: string, key: string): boolean {
  return keyWords(name).length === keyWords(key).length && areSimilarKeys(name, key);
}

function unitsIn(key: string): string {
  return keyWords(key).filter((word) => UNITS.has(word)).join(' ');
}
