import type { $ZodType } from 'zod/v4/core';

/** Definitions whose parsing calls nothing but Zod's own code. */
const PLAIN_TYPES: ReadonlySet<string> = new Set([
  'string', 'number', 'int', 'boolean', 'bigint', 'null', 'undefined', 'void', 'any', 'unknown', 'never', 'nan', 'date', 'literal', 'enum', 'template_literal',
  'object', 'array', 'tuple', 'record', 'union', 'intersection', 'optional', 'nullable', 'nonoptional', 'readonly', 'default', 'prefault', 'lazy', 'pipe',
]);

/** Checks of Zod's own. `overwrite` (which `trim()` is) is one of them on texts, which nothing can change. */
const PLAIN_CHECKS: ReadonlySet<string> = new Set([
  'less_than', 'greater_than', 'multiple_of', 'number_format', 'bigint_format', 'max_size', 'min_size', 'size_equals',
  'max_length', 'min_length', 'length_equals', 'string_format', 'overwrite',
]);

/** More schemas inside of one than this are not looked through. */
const MOST_SCHEMAS = 5_000;

/** What Zod keeps behind a schema or a check. */
interface Internal<Kept> {
  readonly _zod?: { readonly def?: Kept };
}

/** The members of definitions that mendq looks at; each kind of schema has some of them. */
interface Definition {
  readonly type: string;
  readonly checks?: readonly Internal<{ readonly check?: string }>[];
  readonly shape?: Readonly<Record<string, $ZodType>>;
  readonly options?: readonly $ZodType[];
  readonly items?: readonly $ZodType[];
  readonly [member: string]: unknown;
}

/** Members of a definition that are one schema. */
const INNER = ['catchall', 'element', 'rest', 'keyType', 'valueType', 'left', 'right', 'innerType', 'in', 'out'];

/**
 * True where a schema holds no refinement, transform or other function of the user's, so that parsing answers at once
 * and leaves its input as it is. False where that is not sure.
 */
export function isPlainZod4(schema: $ZodType): boolean {
  const seen = new Set<unknown>();
  const waiting: unknown[] = [schema];
  for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
    if (seen.has(current)) continue;
    seen.add(current);
    const definition = definitionOf(current as Internal<Definition>);
    if (definition === undefined || seen.size > MOST_SCHEMAS || !isPlainDefinition(definition)) return false;
    waiting.push(...innerSchemas(definition));
  }
  return true;
}

function definitionOf<Kept>({ _zod: kept }: Internal<Kept>): Kept | undefined {
  return kept?.def;
}

function isPlainDefinition({ type, checks = [], transform }: Definition): boolean {
  if (!PLAIN_TYPES.has(type) || transform !== undefined) return false;
  const names = checks.map((check) => definitionOf(check)?.check ?? '');
  return names.every((name) => PLAIN_CHECKS.has(name) && (name !== 'overwrite' || type === 'string'));
}

function innerSchemas(definition: Definition): readonly unknown[] {
  const { shape, options = [], items = [], type } = definition;
  const single = INNER.map((name) => definition[name]).filter((inner) => inner !== undefined && inner !== null);
  const lazy = type === 'lazy' && typeof definition['getter'] === 'function' ? [(definition['getter'] as () => unknown)()] : [];
  return [...Object.values(shape ?? {}), ...options, ...items, ...single, ...lazy];
}
