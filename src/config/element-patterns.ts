import type { PointerPattern } from '../core/json-pointer.ts';

// `/items[*]/price` and `/items/*/price` mean what mendq writes as `/items/[*]/price`; read literally they would protect nothing.

/** The pattern that is meant by `[*]` behind a key without a slash, or by `*` as a segment of its own. */
export function elementPattern(written: string): PointerPattern {
  return written.replace(/(?<=[^/])\[\*\]/g, '/[*]').replace(/\/\*(?=\/|$)/g, '/[*]');
}

/** The same for the places by which a setting says something. */
export function byElementPattern<Value>(record: Readonly<Record<string, Value>>): Readonly<Record<PointerPattern, Value>> {
  return Object.fromEntries(Object.entries(record).map(([place, value]) => [elementPattern(place), value]));
}
