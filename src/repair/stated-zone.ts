import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import { pointerSegments, toPointer, valueAt } from '../core/json-pointer.ts';
import { keyWords, normalKey } from './key-style.ts';
import type { Site } from './site.ts';

/** A zone of which the payload says that its moments are told in it. */
export type StatedZone = { readonly kind: 'offset'; readonly offset: string } | { readonly kind: 'place'; readonly name: string };

/** Members that state the zone of the moments beside and below them. */
const KEYS: ReadonlySet<string> = new Set(['tz', 'timezone', 'zone', 'zoneid', 'timezoneid', 'utcoffset', 'timezoneoffset', 'tzname']);

/** Such members may also be named after the moment that they are for: `startsAtTz`. */
const SUFFIXES = ['tz', 'timezone', 'zone', 'utcoffset'] as const;

/** The zone that is stated for the site: by its own companion, else by the nearest object around it. None where two differ, or the key says otherwise. */
export function statedZone(site: Site): StatedZone | undefined {
  const zone = zoneAround(site);
  return zone !== undefined && namesUtc(site.key) && !(zone.kind === 'offset' && zone.offset === 'Z') ? undefined : zone;
}

/** `createdAtUtc` says itself in which zone it is told, whatever zone stands beside it. */
function namesUtc(key: string): boolean {
  return keyWords(key).some((word) => word === 'utc' || word === 'gmt' || word === 'zulu');
}

function zoneAround(site: Site): StatedZone | undefined {
  const { subject, parent, parentPointer, key } = site;
  const own = isJsonObject(parent) ? zonesIn(parent, (name) => SUFFIXES.some((suffix) => name === normalKey(key) + suffix)) : [];
  if (own.length > 0) return onlyZone(own);
  const segments = pointerSegments(parentPointer);
  for (let depth = segments.length; depth >= 0; depth--) {
    const holder = valueAt(subject.payload, toPointer(segments.slice(0, depth)));
    const zones = isJsonObject(holder) ? zonesIn(holder, (name) => KEYS.has(name)) : [];
    if (zones.length > 0) return onlyZone(zones);
  }
  return undefined;
}

function zonesIn(holder: JsonObject, names: (name: string) => boolean): readonly (Json | undefined)[] {
  return Object.keys(holder).filter((key) => names(normalKey(key))).map((key) => holder[key]);
}

function onlyZone(values: readonly (Json | undefined)[]): StatedZone | undefined {
  const [first, ...others] = values;
  return typeof first === 'string' && others.every((other) => other === first) ? readZone(first.trim()) : undefined;
}

/** `UTC`, `+02:00`, `Europe/Berlin`. Short names (`CST`, `IST`) are the same for several places. */
function readZone(text: string): StatedZone | undefined {
  if (/^(?:UTC|GMT|Z|Etc\/UTC|Etc\/GMT|[+-]00:?00)$/i.test(text)) return { kind: 'offset', offset: 'Z' };
  const [, sign = '', hours = '', minutes = '00'] = /^(?:UTC|GMT)?([+-])(\d{2}):?([0-5]\d)?$/i.exec(text) ?? [];
  if (sign !== '' && Number(hours) <= 14) return { kind: 'offset', offset: `${sign}${hours}:${minutes}` };
  return /^[A-Za-z_]+(?:\/[A-Za-z_+-]+){1,2}$/.test(text) ? { kind: 'place', name: text } : undefined;
}
