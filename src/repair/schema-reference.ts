import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import { valueAt } from '../core/json-pointer.ts';

/** Subschemas by the names that references may use: `#anchor`, `$id` as it is written and as it is meant. */
type Names = ReadonlyMap<string, JsonObject>;

const namesOf = new WeakMap<JsonObject, Names>();

/** What the `$ref` of a schema points to inside of `root`; `undefined` where it has none or points elsewhere. */
export function referenced(schema: JsonObject, root: JsonObject): Json | undefined {
  const reference = schema['$ref'] ?? schema['$dynamicRef'];
  if (typeof reference !== 'string') return undefined;
  if (reference === '#' || reference.startsWith('#/')) return pointed(root, reference.slice(1));
  const known = namesOf.get(root) ?? readNames(root);
  namesOf.set(root, known);
  const [file = '', fragment = ''] = reference.split('#');
  const named = known.get(reference) ?? known.get(file);
  return named === undefined || !fragment.startsWith('/') ? named : pointed(named, fragment);
}

function pointed(root: JsonObject, pointer: string): Json | undefined {
  try {
    return valueAt(root, decodeURIComponent(pointer));
  } catch {
    return undefined;
  }
}

function readNames(root: JsonObject): Names {
  const names = new Map<string, JsonObject>();
  const base = typeof root['$id'] === 'string' ? root['$id'] : undefined;
  const walk = (value: Json): void => {
    if (Array.isArray(value)) return value.forEach(walk);
    if (!isJsonObject(value)) return;
    for (const keyword of ['$anchor', '$dynamicAnchor']) if (typeof value[keyword] === 'string') names.set(`#${value[keyword]}`, value);
    if (typeof value['$id'] === 'string') for (const name of spellings(value['$id'], base)) names.set(name, value);
    Object.values(value).forEach(walk);
  };
  walk(root);
  return names;
}

/** An identifier is written relative to the root's, and references to it may be either. */
function spellings(id: string, base: string | undefined): readonly string[] {
  if (base === undefined || !URL.canParse(id, base)) return [id];
  const whole = new URL(id, base).href;
  const relative = URL.canParse(base) && whole.startsWith(new URL('.', base).href) ? whole.slice(new URL('.', base).href.length) : whole;
  return [id, whole, relative];
}
