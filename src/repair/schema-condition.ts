import { isJsonObject, jsonEqual, jsonTypeOf, type Json, type JsonObject } from '../core/json.ts';

/** Keywords of conditions that can be judged here; with any other the condition stays open. */
const JUDGED: ReadonlySet<string> = new Set(['type', 'const', 'enum', 'required', 'properties', 'allOf', 'anyOf', 'not', 'title', 'description', '$comment']);

/**
 * Whether the `if` of a schema holds for a value; `undefined` where it says more than types, literals and required
 * members. Only used to see which of `then` and `else` speaks of a place: the validator judges the payload.
 */
export function holds(condition: Json | undefined, value: Json | undefined): boolean | undefined {
  if (typeof condition === 'boolean') return condition;
  if (!isJsonObject(condition) || value === undefined || Object.keys(condition).some((keyword) => !JUDGED.has(keyword))) return undefined;
  return every([...valueAnswers(condition, value), ...memberAnswers(condition, value), ...partAnswers(condition, value)]);
}

type Answer = boolean | undefined;

function every(answers: readonly Answer[]): Answer {
  if (answers.includes(false)) return false;
  return answers.includes(undefined) ? undefined : true;
}

function valueAnswers(condition: JsonObject, value: Json): readonly Answer[] {
  const { type, const: literal, enum: members } = condition;
  const found = jsonTypeOf(value);
  const types = [type].flat();
  return [
    type === undefined || types.includes(found) || (found === 'integer' && types.includes('number')),
    literal === undefined || jsonEqual(literal, value),
    !Array.isArray(members) || members.some((member) => jsonEqual(member, value)),
  ];
}

function memberAnswers({ properties, required }: JsonObject, value: Json): readonly Answer[] {
  if (!isJsonObject(value)) return [];
  const missing = Array.isArray(required) && required.some((key) => typeof key === 'string' && !Object.hasOwn(value, key));
  const present = isJsonObject(properties) ? Object.entries(properties).filter(([key]) => Object.hasOwn(value, key)) : [];
  return [!missing, ...present.map(([key, schema]) => holds(schema, value[key]))];
}

function partAnswers({ allOf, anyOf, not }: JsonObject, value: Json): readonly Answer[] {
  const all = Array.isArray(allOf) ? allOf.map((part) => holds(part, value)) : [];
  const any = Array.isArray(anyOf) ? anyOf.map((part) => holds(part, value)) : undefined;
  const negated = not === undefined ? true : holds(not, value);
  return [...all, any === undefined || any.includes(true) || (any.includes(undefined) ? undefined : false), negated === undefined ? undefined : not === undefined || !negated];
}
