import { pointerSegments, type PointerPattern } from './json-pointer.ts';
import { plainKey, secretKeyTest } from './secret-keys.ts';

/** What to hide, as a user writes it. */
export interface RedactionOptions {
  /** Key names whose values are hidden wherever they stand, beside the built-in ones. Compared without case, `_` and `-`. */
  readonly keys?: readonly string[];
  /** Places that are hidden with everything below them; `[*]` for the elements of an array. */
  readonly pointers?: readonly PointerPattern[];
}

/** What to hide, ready for use on many payloads. */
export interface RedactionRules {
  readonly isSecretKey: (key: string) => boolean;
  readonly root: RedactionPlace;
}

/** A place of payloads, with the places below it that lead to hidden ones. */
export interface RedactionPlace {
  /** By plain key, or by index. */
  readonly members: ReadonlyMap<string, RedactionPlace>;
  /** Hidden with everything below it. */
  readonly whole: boolean;
  /** Hidden element by element, where it is an array. */
  readonly each: boolean;
}

interface GrowingPlace extends RedactionPlace {
  readonly members: Map<string, GrowingPlace>;
  whole: boolean;
  each: boolean;
}

/**
 * Reads what to hide. A dead letter may have another shape than its schema wants, so that places are found generously:
 * keys by their plain form, and a list or a single value each in the place of the other.
 */
export function redactionRules({ keys = [], pointers = [] }: RedactionOptions = {}): RedactionRules {
  const root = emptyPlace();
  for (const pointer of pointers) {
    const segments = pointerSegments(pointer);
    let place = root;
    for (const segment of segments.filter((name) => name !== '[*]').map(plainKey)) {
      const next = place.members.get(segment) ?? emptyPlace();
      place.members.set(segment, next);
      place = next;
    }
    if (segments.at(-1) === '[*]') place.each = true;
    else place.whole = true;
  }
  return { isSecretKey: secretKeyTest(keys), root };
}

/** The places that an element of an array at `places` has: those of the array itself, and the ones that name its index. */
export function placesOfElement(places: readonly RedactionPlace[], index: number): readonly RedactionPlace[] {
  const named = places.flatMap(({ members }) => members.get(String(index)) ?? []);
  return named.length === 0 ? places : [...places, ...named];
}

/** The places that a member has. */
export function placesOfMember(places: readonly RedactionPlace[], key: string): readonly RedactionPlace[] {
  if (places.every(({ members }) => members.size === 0)) return [];
  const plain = plainKey(key);
  return places.flatMap(({ members }) => members.get(plain) ?? []);
}

/** True where a value at `places` is hidden as one. */
export function isHidden(places: readonly RedactionPlace[], isArray: boolean): boolean {
  return places.some(({ whole, each }) => whole || (each && !isArray));
}

function emptyPlace(): GrowingPlace {
  return { members: new Map(), whole: false, each: false };
}
