import type { JsonObject, Json } from '../core/json.ts';
import { coversPointer, pointerSegments, toPointer, type Pointer } from '../core/json-pointer.ts';
import { normalKey } from './key-style.ts';
import { protectedName, type ProtectedName } from './protected-names.ts';
import { fragmentAt, type Fragment } from './schema-fragment.ts';
import type { Subject } from './subject.ts';

/** Says why a place is protected, and by what; `undefined` where it is not. `value` is what stands there. */
export type ProtectionOf = (pointer: Pointer, value: Json | undefined) => Protection | undefined;

/** Why a place is protected. */
export type Protection = 'the configuration protects it' | 'its schema protects it' | `its name says that it is ${ProtectedName}`;

/** The annotation of a schema that protects a place and everything inside of it. */
const ANNOTATION = 'x-mendq-protect';

const annotatedSchemas = new WeakMap<JsonObject, boolean>();

/**
 * Protected are the places that the configuration names, those that the schema annotates, both with all that is inside,
 * and those whose key sounds like an id, an amount, a currency or a recipient.
 */
export function protectionOf({ jobType, schema, payload }: Subject): ProtectionOf {
  const root = schema.jsonSchema;
  const partsAt = (pointer: Pointer): Fragment => (root === undefined ? [] : fragmentAt(root, payload, pointer));
  return (pointer, value) => {
    if (jobType.protect.some((pattern) => coversPointer(pattern, pointer))) return 'the configuration protects it';
    const annotated = root !== undefined && hasAnnotations(root) && prefixesOf(pointer).some((prefix) => partsAt(prefix).some((part) => part[ANNOTATION] === true));
    if (annotated) return 'its schema protects it';
    const named = jobType.protectNames;
    if (named === false || namesPlace(named?.except, pointer)) return undefined;
    if (namesPlace(named?.also, pointer)) return 'the configuration protects it';
    const name = nameOfPlace(pointer, value);
    return name === undefined || partsAt(pointer).some(isNoSuchThing) ? undefined : `its name says that it is ${name}`;
  };
}

/** True where a list of keys and pointers names the place: a pointer covers what is inside, a key counts in any spelling. */
function namesPlace(names: readonly string[] | undefined, pointer: Pointer): boolean {
  if (names === undefined || names.length === 0) return false;
  const key = normalKey(keyOfPlace(pointer)[0] ?? '');
  return names.some((name) => (name.startsWith('/') ? coversPointer(name, pointer) : normalKey(name) === key));
}

function hasAnnotations(root: JsonObject): boolean {
  const known = annotatedSchemas.get(root) ?? JSON.stringify(root).includes(`"${ANNOTATION}"`);
  annotatedSchemas.set(root, known);
  return known;
}

/** A flag or a moment is no id, no money and no recipient, whatever its key is called: think of `from` and `to`. */
function isNoSuchThing({ type, format }: JsonObject): boolean {
  return type === 'boolean' || format === 'date' || format === 'date-time' || format === 'time';
}

function prefixesOf(pointer: Pointer): readonly Pointer[] {
  const segments = pointerSegments(pointer);
  return segments.map((_, index) => toPointer(segments.slice(0, index + 1)));
}

/** Members of an object that together are one amount or one recipient. */
const PARTS: ReadonlySet<string> = new Set(['value', 'amount', 'units', 'nanos', 'minor', 'cents', 'code', 'number', 'address']);

/** The name that counts is that of the value, of the list it stands in (`ids/0`), or of the object it is part of (`price/value`). */
function nameOfPlace(pointer: Pointer, value: Json | undefined): ProtectedName | undefined {
  const [key = '', holder = ''] = keyOfPlace(pointer);
  return protectedName(key, value) ?? (PARTS.has(key) ? protectedName(holder, value) : undefined);
}

/** The key of a place, and the one around it; those of the list where the place is an element. */
function keyOfPlace(pointer: Pointer): readonly string[] {
  const segments = pointerSegments(pointer);
  while (segments.length > 1 && /^\d+$/.test(segments.at(-1) ?? '')) segments.pop();
  return segments.toReversed();
}
