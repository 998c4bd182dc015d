import type { Json, JsonObject } from '../../core/json.ts';
import { isScalar } from '../scalar.ts';

/** What `describe()` tells of a schema. */
export interface YupDescription {
  readonly type: string;
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly label?: string;
  readonly oneOf?: readonly unknown[];
  readonly optional?: boolean;
  readonly nullable?: boolean;
  readonly default?: unknown;
  readonly tests?: readonly { readonly name?: string; readonly params?: Readonly<Record<string, unknown>> }[];
  readonly fields?: Readonly<Record<string, YupDescription>>;
  readonly innerType?: YupDescription | readonly YupDescription[];
}

const TYPES: Readonly<Record<string, string>> = { string: 'string', number: 'number', boolean: 'boolean', object: 'object', array: 'array', tuple: 'array', date: 'string' };

/** What a schema of Yup says, as JSON Schema: types, values, bounds and defaults. Conditions, references and lazy parts are left to Yup. */
export function yupJsonSchema(description: YupDescription): JsonObject {
  const { type, nullable = false, tests = [] } = description;
  const said = tests.map(({ name = '', params = {} }) => testSchema(type, name, params));
  const schema = Object.assign({}, valueSchema(description), ...said) as JsonObject;
  const whole = nullable && schema['type'] === 'integer' ? { type: ['integer', 'null'] } : {};
  return { ...schema, ...whole, ...innerSchema(description) };
}

function valueSchema({ type, nullable, oneOf = [], meta = {}, default: initial }: YupDescription): JsonObject {
  const listed = oneOf.filter(isScalar);
  const named = TYPES[type];
  const members = listed.length > 0 && listed.length === oneOf.length ? listed : undefined;
  return {
    ...(named === undefined ? {} : { type: nullable === true ? [named, 'null'] : named }),
    ...(members === undefined ? {} : { enum: nullable === true ? [...members, null] : members }),
    ...Object.fromEntries(Object.entries(meta).filter((entry): entry is [string, Json] => isScalar(entry[1]))),
    // That of an object is made of its members'.
    ...(isScalar(initial) ? { default: initial } : {}),
  };
}

function innerSchema({ fields, innerType, type, tests = [] }: YupDescription): JsonObject {
  if (type === 'array' || type === 'tuple') {
    if (innerType === undefined) return {};
    return isList(innerType) ? { prefixItems: innerType.map(yupJsonSchema) } : { items: yupJsonSchema(innerType) };
  }
  if (fields === undefined) return {};
  const entries = Object.entries(fields);
  const required = entries.filter(([, { optional }]) => optional === false).map(([key]) => key);
  const closed = tests.some(({ name }) => name === 'noUnknown' || name === 'exact');
  return {
    properties: Object.fromEntries(entries.map(([key, field]) => [key, yupJsonSchema(field)])),
    ...(required.length > 0 ? { required } : {}),
    ...(closed ? { additionalProperties: false } : {}),
  };
}

function isList(innerType: YupDescription | readonly YupDescription[]): innerType is readonly YupDescription[] {
  return Array.isArray(innerType);
}

const FORMATS: Readonly<Record<string, string>> = { email: 'email', url: 'uri', uuid: 'uuid', datetime: 'date-time' };
const SIZES: Readonly<Record<string, string>> = { string: 'Length', array: 'Items' };

function testSchema(type: string, name: string, params: Readonly<Record<string, unknown>>): JsonObject {
  if (name === 'integer') return { type: 'integer' };
  const format = FORMATS[name];
  if (format !== undefined) return { format };
  if (name === 'matches') return patternSchema(params['regex']);
  const { min, more, max, less } = params;
  const size = SIZES[type];
  if (name === 'min') return keyword(size === undefined ? nameOf('minimum', more) : `min${size}`, min ?? more);
  return name === 'max' ? keyword(size === undefined ? nameOf('maximum', less) : `max${size}`, max ?? less) : {};
}

function nameOf(bound: 'minimum' | 'maximum', exclusive: unknown): string {
  return exclusive === undefined ? bound : `exclusiveM${bound.slice(1)}`;
}

function patternSchema(regex: unknown): JsonObject {
  return regex instanceof RegExp && /^u?$/.test(regex.flags) ? { pattern: regex.source } : {};
}

/** A bound of dates, or one that refers to another member, is none that JSON Schema has. */
function keyword(name: string, limit: unknown): JsonObject {
  return typeof limit === 'number' ? { [name]: limit } : {};
}
