import { isJsonObject, type Json } from './json.ts';
import { MOST_NESTED, nestedJson } from './nested-json.ts';
import { isHidden, placesOfElement, placesOfMember, type RedactionPlace, type RedactionRules } from './redaction-rules.ts';

/** Values below this length tell nothing, and hiding them would make every text unreadable. */
const SHORTEST = 4;

/** A key that is no name but data: an address, a number. */
const NAME = /^[A-Za-z_$-]*$/;

/** A value with the places at which it stands, and whether something above it is hidden. */
interface Visit {
  readonly value: Json;
  readonly places: readonly RedactionPlace[];
  readonly hidden: boolean;
  readonly nested: number;
}

/**
 * The texts and numbers of a payload that stand at redacted places, as texts, without those that are too short to tell
 * anything. At most about `most`; a longer answer says that there are more. Walks without recursion, in linear time.
 */
export function secretTexts(payload: Json, rules: RedactionRules, most: number): ReadonlySet<string> {
  const found = new Set<string>();
  const visits: Visit[] = [{ value: payload, places: [rules.root], hidden: false, nested: 0 }];
  for (let visit = visits.pop(); visit !== undefined && found.size <= most; visit = visits.pop()) {
    const { value, places } = visit;
    const here: Visit = { ...visit, hidden: visit.hidden || isHidden(places, Array.isArray(value)) };
    const secret = here.hidden ? tellingText(value) : undefined;
    if (secret !== undefined) found.add(secret);
    if (here.hidden && isJsonObject(value)) for (const key of Object.keys(value).filter(isData)) found.add(key);
    for (const below of visitsBelow(here, rules)) visits.push(below);
  }
  return found;
}

function visitsBelow({ value, places, hidden, nested }: Visit, { isSecretKey }: RedactionRules): readonly Visit[] {
  if (typeof value === 'string') {
    const inner = nested < MOST_NESTED ? nestedJson(value) : undefined;
    return inner === undefined ? [] : [{ value: inner, places, hidden, nested: nested + 1 }];
  }
  if (Array.isArray(value)) {
    const each = hidden || places.some((place) => place.each);
    return value.map((item, index) => ({ value: item, places: placesOfElement(places, index), hidden: each, nested }));
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value).map(([key, member]) => ({ value: member, places: placesOfMember(places, key), hidden: hidden || isSecretKey(key), nested }));
}

function isData(key: string): boolean {
  return key.length >= SHORTEST && !NAME.test(key);
}

/** A text or number as a text, where it is long enough to tell something. */
function tellingText(value: Json): string | undefined {
  if (typeof value === 'string') return value.length >= SHORTEST ? value : undefined;
  return typeof value === 'number' && isTelling(value) ? String(value) : undefined;
}

function isTelling(number: number): boolean {
  const text = String(number);
  return Number.isInteger(number) ? text.replace('-', '').length >= SHORTEST : text.length >= SHORTEST;
}
