/** Kinds of Zod 3 whose parsing calls nothing but Zod's own code. */
const PLAIN: ReadonlySet<string> = new Set([
  'String', 'Number', 'BigInt', 'Boolean', 'Date', 'Undefined', 'Null', 'Void', 'Any', 'Unknown', 'Never', 'NaN', 'Literal', 'Enum', 'NativeEnum',
  'Object', 'Array', 'Tuple', 'Record', 'Union', 'DiscriminatedUnion', 'Intersection', 'Optional', 'Nullable', 'Default', 'Lazy', 'Branded', 'Pipeline', 'Readonly',
].map((name) => `Zod${name}`));

/** More schemas inside of one than this are not looked through. */
const MOST_SCHEMAS = 5_000;

/** Members of a definition that may be a schema, a list of schemas, or a function that gives some. */
const INNER = ['type', 'schema', 'innerType', 'catchall', 'keyType', 'valueType', 'left', 'right', 'in', 'out', 'rest', 'items', 'options', 'shape', 'getter'];

/** True where a schema holds no refinement, transform, preprocessor or `catch`. False where that is not sure. */
export function isPlainZod3(schema: unknown): boolean {
  const seen = new Set<unknown>();
  const waiting: unknown[] = [schema];
  for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
    if (seen.has(current)) continue;
    seen.add(current);
    const { _def: definition } = Object(current) as { readonly _def?: Readonly<Record<string, unknown>> };
    if (definition === undefined || seen.size > MOST_SCHEMAS || !PLAIN.has(String(definition['typeName']))) return false;
    for (const name of INNER) waiting.push(...schemasIn(definition[name]));
  }
  return true;
}

/** `shape` and `getter` are functions without parameters; `options` of a discriminated union may be a Map. */
function schemasIn(member: unknown): readonly unknown[] {
  if (isSchema(member)) return [member];
  if (typeof member === 'function') return schemasIn((member as () => unknown)());
  if (typeof member !== 'object' || member === null) return [];
  const listed: readonly unknown[] = member instanceof Map ? [...member.values()] : Object.values(member);
  return listed.filter(isSchema);
}

function isSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '_def' in value;
}
