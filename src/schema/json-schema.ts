import type { Ajv as Compiler, AnySchemaObject, Options, ValidateFunction } from 'ajv';

import { configError, messageOf } from '../core/errors.ts';
import type { JsonObject } from '../core/json.ts';
import { toPointer } from '../core/json-pointer.ts';
import type { PayloadSchema } from '../core/payload-schema.ts';
import { ajvIssues, type UnionChecks } from './ajv-issues.ts';
import { cloneJson } from './clone-json.ts';
import { promptSchema, type SchemaOptions } from './guarded-schema.ts';

/** The name under which a compiler knows the schema; alternatives of unions are reached below it. */
const ROOT = 'mendq';

/** One of these stands in every schema that says anything. */
const KEYWORDS: ReadonlySet<string> = new Set([
  '$schema', '$id', '$ref', '$defs', 'definitions', 'type', 'properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames',
  'items', 'prefixItems', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', 'not', 'if', 'format', 'pattern', 'minimum', 'maximum', 'minLength', 'maxLength',
]);

/** Reads a JSON Schema: 2020-12, or the draft that its `$schema` names (2019-09 and draft-07 are known). */
export async function readJsonSchema(input: JsonObject, options: SchemaOptions): Promise<PayloadSchema> {
  const where = `${options.where}, schema`;
  // A schema that the application changes later must not change what was compiled.
  const schema = cloneJson(input) as JsonObject;
  if (!Object.keys(schema).some((key) => KEYWORDS.has(key))) {
    throw configError(where, 'this object holds no keyword of JSON Schema', 'Write for example { "type": "object", "properties": { … } }.');
  }
  const compiler = await compilerFor(schema);
  const validate = compiled(compiler, schema, where);
  const alternatives = unionChecks(compiler, schema);
  return promptSchema(
    {
      kind: 'json-schema',
      jsonSchema: schema,
      issuesOf: (payload) => (validate(payload) ? [] : ajvIssues(validate.errors ?? [], payload, alternatives)),
    },
    options,
  );
}

async function compilerFor(schema: JsonObject): Promise<Compiler> {
  const settings = { allErrors: true, strict: false, verbose: true, logger: false } as const;
  const Ajv = await ajvFor(schema['$schema']);
  const compiler = new Ajv(settings);
  const formats = await import('ajv-formats');
  formats.default.default(compiler);
  return compiler;
}

async function ajvFor(draft: unknown): Promise<new (settings: Options) => Compiler> {
  if (typeof draft === 'string' && draft.includes('draft-07')) return (await import('ajv')).Ajv;
  if (typeof draft === 'string' && draft.includes('2019-09')) return (await import('ajv/dist/2019.js')).Ajv2019;
  return (await import('ajv/dist/2020.js')).Ajv2020;
}

function compiled(compiler: Compiler, schema: JsonObject, where: string): ValidateFunction {
  try {
    const validate = compiler.addSchema(schema as AnySchemaObject, ROOT).getSchema(ROOT);
    if (validate === undefined || '$async' in validate) throw new Error('asynchronous schemas are not supported');
    return validate;
  } catch (error) {
    throw configError(where, `Ajv refuses this JSON Schema: ${messageOf(error)}`, 'Correct the schema; $ref must point inside of it.', error);
  }
}

/** Finds, for a keyword's array of alternatives, a validator of each. They are compiled when a payload first needs them. */
function unionChecks(compiler: Compiler, schema: JsonObject): UnionChecks {
  let pointers: ReadonlyMap<unknown, string> | undefined;
  return (alternatives) => {
    pointers ??= fragmentsOf(schema);
    const fragment = pointers.get(alternatives);
    if (fragment === undefined || !Array.isArray(alternatives)) return [];
    return alternatives.flatMap((_, index) => compiler.getSchema(`${ROOT}#${fragment}/${index}`) ?? []);
  };
}

/** Where in the schema each array stands, as a URI fragment. */
function fragmentsOf(schema: JsonObject): ReadonlyMap<unknown, string> {
  const found = new Map<unknown, string>();
  const walk = (value: unknown, segments: readonly string[]): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) found.set(value, encodeURI(toPointer(segments)));
    for (const [key, member] of Object.entries(value)) walk(member, [...segments, key]);
  };
  walk(schema, []);
  return found;
}
