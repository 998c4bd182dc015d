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
    const { value, places, nested } = visit;
    const hidden = visit.hidden || isHidden(places, Array.isArray(value));
    if (typeof value === 'string') {
      if (hidden && value.length >= SHORTEST) found.add(value);
      const inner = nested < MOST_NESTED ? nestedJson(value) : undefined;
      if (inner !== undefined) visits.push({ value: inner, places, hidden, nested: nested + 1 });
    } else if (typeof value === 'number') {
      if (hidden && isTelling(value)) found.add(String(value));
    } else if (Array.isArray(value)) {
      const each = hidden || places.some((place) => place.each);
      for (const [index, item] of value.entries()) visits.push({ value: item, places: placesOfElement(places, index), hidden: each, nested });
    } else if (isJsonObject(value)) {
      visitMembers(value, { value, places, hidden, nested }, rules, visits, found);
    }
  }
  return found;
}

function visitMembers(members: { readonly [key: string]: Json }, { places, hidden, nested }: Visit, rules: RedactionRules, visits: Visit[], found: Set<string>): void {
  for (const [key, member] of Object.entries(members)) {
    if (hidden && key.length >= SHORTEST && !NAME.test(key)) found.add(key);
    visits.push({ value: member, places: placesOfMember(places, key), hidden: hidden || rules.isSecretKey(key), nested });
  }
}

function isTelling(number: number): boolean {
  const text = String(number);
  return Number.isInteger(number) ? text.replace('-', '').length >= SHORTEST : text.length >= SHORTEST;
}
