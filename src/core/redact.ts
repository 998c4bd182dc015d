import { isJsonObject, type Json } from './json.ts';
import { MOST_NESTED, nestedJson } from './nested-json.ts';
import { REDACTED } from './redaction-mark.ts';
import { isHidden, placesOfElement, placesOfMember, redactionRules, type RedactionPlace, type RedactionRules } from './redaction-rules.ts';

/** Parts that lie deeper are replaced whole: a hostile payload may be nested deeper than a call stack reaches. */
const DEPTH = 500;

const BUILT_IN = redactionRules();

/** How a value is redacted. */
export interface RedactOptions {
  /** @defaultValue the built-in key names */
  readonly rules?: RedactionRules;
  /** Applied to every text that stays. */
  readonly hide?: (text: string) => string;
}

/**
 * A copy of `value` in which the values of secret keys and at redacted places are replaced, also inside of texts that
 * hold JSON. The shape stays, down to 500 levels; `null` stays `null`.
 */
export function redact(value: Json, { rules = BUILT_IN, hide = (text) => text }: RedactOptions = {}): Json {
  return redacted(value, [rules.root], { rules, hide, depth: 0, nested: 0 });
}

interface Walk {
  readonly rules: RedactionRules;
  readonly hide: (text: string) => string;
  readonly depth: number;
  readonly nested: number;
}

function redacted(value: Json, places: readonly RedactionPlace[], walk: Walk): Json {
  if (value === null) return value;
  if (walk.depth >= DEPTH && typeof value === 'object') return REDACTED;
  if (isHidden(places, Array.isArray(value))) return REDACTED;
  if (typeof value === 'string') return redactedText(value, places, walk);
  const below: Walk = { ...walk, depth: walk.depth + 1 };
  if (Array.isArray(value)) return value.map((item, index) => (isEach(places) ? hidden(item) : redacted(item, placesOfElement(places, index), below)));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([key, member]): [string, Json] => [
    key,
    walk.rules.isSecretKey(key) ? hidden(member) : redacted(member, placesOfMember(places, key), below),
  ]);
  // fromEntries defines members, so that a key __proto__ stays a key.
  return Object.fromEntries(members);
}

function redactedText(text: string, places: readonly RedactionPlace[], walk: Walk): string {
  const inner = walk.nested < MOST_NESTED ? nestedJson(text) : undefined;
  if (inner === undefined) return walk.hide(text);
  const before = JSON.stringify(inner);
  const after = JSON.stringify(redacted(inner, places, { ...walk, nested: walk.nested + 1, depth: walk.depth + 1 }));
  return walk.hide(before === after ? text : after);
}

function isEach(places: readonly RedactionPlace[]): boolean {
  return places.some(({ each }) => each);
}

function hidden(value: Json): Json {
  return value === null ? null : REDACTED;
}
