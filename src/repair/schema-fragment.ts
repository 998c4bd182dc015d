import { isJsonObject, jsonEqual, jsonTypeOf, type Json, type JsonObject } from '../core/json.ts';
import { childOf, pointerSegments, type Pointer } from '../core/json-pointer.ts';
import { holds } from './schema-condition.ts';
import { referenced } from './schema-reference.ts';

/** Everything that a JSON Schema says of one place: several subschemas where references, allOf and unions meet there. */
export type Fragment = readonly JsonObject[];

/** More subschemas than this for one place tell nothing clear any more. */
const MOST_SUBSCHEMAS = 64;

/**
 * The subschemas that speak of `pointer`, through properties, items, references, allOf, conditions, and those alternatives of
 * unions that the payload does not rule out. Empty where the schema says nothing of the place.
 */
export function fragmentAt(root: JsonObject, payload: Json, pointer: Pointer): Fragment {
  let value: Json | undefined = payload;
  let fragment = openedOnce([root], value, root);
  for (const segment of pointerSegments(pointer)) {
    const parent = value;
    value = childOf(parent, segment);
    const children = fragment.flatMap((schema) => (Array.isArray(parent) ? itemSchema(schema, Number(segment)) : memberSchemas(schema, segment)));
    fragment = openedOnce(children, value, root);
  }
  return fragment;
}

/** By root: what a single subschema opens to, where nothing makes it depend on the payload. As many as the schema has parts. */
const openedAlone = new WeakMap<JsonObject, WeakMap<JsonObject, Fragment>>();

function openedOnce(schemas: readonly (Json | undefined)[], value: Json | undefined, root: JsonObject): Fragment {
  const [only, ...others] = schemas.filter(isJsonObject);
  if (only === undefined || others.length > 0) return opened(schemas, value, root);
  const ofRoot = openedAlone.get(root) ?? new WeakMap<JsonObject, Fragment>();
  openedAlone.set(root, ofRoot);
  const known = ofRoot.get(only);
  if (known !== undefined) return known;
  const fragment = opened([only], value, root);
  if (!fragment.some(dependsOnPayload)) ofRoot.set(only, fragment);
  return fragment;
}

function dependsOnPayload({ anyOf, oneOf, if: condition, dependentSchemas }: JsonObject): boolean {
  return [anyOf, oneOf, condition, dependentSchemas].some((keyword) => keyword !== undefined);
}

function opened(schemas: readonly (Json | undefined)[], value: Json | undefined, root: JsonObject): Fragment {
  const found = new Set<JsonObject>();
  const open = (schema: Json | undefined): void => {
    if (!isJsonObject(schema) || found.has(schema) || found.size >= MOST_SUBSCHEMAS) return;
    found.add(schema);
    open(referenced(schema, root));
    for (const part of [...listOf(schema['allOf']), ...conditional(schema, value)]) open(part);
    for (const union of [listOf(schema['anyOf']), listOf(schema['oneOf'])]) for (const part of possible(union, value, root)) open(part);
  };
  for (const schema of schemas) open(schema);
  return [...found];
}

/** What applies to the value under a condition: that of `if`, or of a member that is there. What an open condition guards says nothing. */
function conditional(schema: JsonObject, value: Json | undefined): readonly (Json | undefined)[] {
  const { if: condition, then, else: otherwise, dependentSchemas } = schema;
  const answer = condition === undefined ? undefined : holds(condition, value);
  const branches = answer === undefined ? [] : [answer ? then : otherwise];
  const present = isJsonObject(dependentSchemas) && isJsonObject(value) ? Object.entries(dependentSchemas).filter(([key]) => Object.hasOwn(value, key)) : [];
  return [...branches, ...present.map(([, dependent]) => dependent)];
}

/** The alternatives whose type and literals fit the value; all of them where none does. */
function possible(alternatives: readonly Json[], value: Json | undefined, root: JsonObject): readonly Json[] {
  if (value === undefined) return alternatives;
  const fitting = alternatives.filter((alternative) => isJsonObject(alternative) && fits(alternative, value, root));
  return fitting.length > 0 ? fitting : alternatives;
}

function fits(alternative: JsonObject, value: Json, root: JsonObject): boolean {
  const resolved = referenced(alternative, root);
  const schema = isJsonObject(resolved) ? { ...resolved, ...alternative } : alternative;
  const types = typesIn(schema);
  const type = jsonTypeOf(value);
  if (types.length > 0 && !types.includes(type) && !(type === 'integer' && types.includes('number'))) return false;
  const properties = schema['properties'];
  if (!isJsonObject(value) || !isJsonObject(properties)) return true;
  return Object.entries(properties).every(([key, member]) => {
    const literal = isJsonObject(member) ? member['const'] : undefined;
    return literal === undefined || !Object.hasOwn(value, key) || jsonEqual(literal, value[key]);
  });
}

/** The types that a subschema names by itself, or that its literals have. */
export function typesIn(schema: JsonObject): readonly string[] {
  const { type, const: literal } = schema;
  if (type !== undefined) return [type].flat().filter((name) => typeof name === 'string');
  const literals = literal === undefined ? listOf(schema['enum']) : [literal];
  return literals.map((value) => jsonTypeOf(value));
}

function memberSchemas(schema: JsonObject, key: string): readonly (Json | undefined)[] {
  const { properties, patternProperties, additionalProperties, unevaluatedProperties } = schema;
  const named = isJsonObject(properties) && Object.hasOwn(properties, key) ? [properties[key]] : [];
  const matched = isJsonObject(patternProperties) ? Object.entries(patternProperties).filter(([pattern]) => matches(pattern, key)).map(([, member]) => member) : [];
  const specific = [...named, ...matched];
  return specific.length > 0 ? specific : [additionalProperties, unevaluatedProperties];
}

function matches(pattern: string, key: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(key);
  } catch {
    return false;
  }
}

function itemSchema(schema: JsonObject, index: number): Json | undefined {
  const { prefixItems, items, additionalItems } = schema;
  const tuple = Array.isArray(prefixItems) ? prefixItems : listOf(items);
  if (index < tuple.length) return tuple[index];
  return Array.isArray(items) ? additionalItems : items;
}

/** The elements of an array; nothing for anything else. */
export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
