import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { pointerSegments, type Pointer } from '../../core/json-pointer.ts';

/** Longest excerpt, in characters. */
const LONGEST = 4000;

/** What the user's schema says of the failing places: all of it where that is short, otherwise the members on the way there. */
export function schemaExcerpt(schema: JsonObject | undefined, places: readonly Pointer[]): string {
  if (schema === undefined) return 'the schema can not be shown as JSON Schema';
  const whole = JSON.stringify(schema);
  if (whole.length <= LONGEST) return whole;
  const first = [...new Set(places.map((place) => pointerSegments(place)[0] ?? ''))];
  const { properties, required } = schema;
  const members = isJsonObject(properties ?? null) ? (properties as JsonObject) : {};
  const named = first.filter((key) => Object.hasOwn(members, key)).map((key): [string, Json] => [key, members[key] ?? null]);
  const absent = Object.keys(members).filter((key) => !first.includes(key));
  return JSON.stringify({ properties: Object.fromEntries(named), otherKeys: absent, required: required ?? [] }).slice(0, LONGEST);
}
