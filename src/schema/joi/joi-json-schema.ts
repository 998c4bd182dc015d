import type { Json, JsonObject } from '../../core/json.ts';
import { isScalar } from '../scalar.ts';

/** What `describe()` tells of a schema. */
export interface JoiDescription {
  readonly type?: string;
  readonly flags?: Readonly<Record<string, unknown>>;
  readonly rules?: readonly { readonly name: string; readonly args?: Readonly<Record<string, unknown>> }[];
  readonly allow?: readonly unknown[];
  readonly keys?: Readonly<Record<string, JoiDescription>>;
  readonly items?: readonly JoiDescription[];
  readonly ordered?: readonly JoiDescription[];
  readonly matches?: readonly { readonly schema?: JoiDescription }[];
  readonly patterns?: readonly { readonly regex?: string; readonly rule?: JoiDescription }[];
  readonly metas?: readonly Readonly<Record<string, unknown>>[];
  readonly examples?: readonly unknown[];
}

const TYPES: Readonly<Record<string, string>> = { string: 'string', number: 'number', boolean: 'boolean', object: 'object', array: 'array', date: 'string' };

/** What a schema of Joi says, as JSON Schema: types, values, bounds and defaults. Conditions and references are left to Joi. */
export function joiJsonSchema(description: JoiDescription): JsonObject {
  const { type = 'any', rules = [] } = description;
  const said = rules.map(({ name, args = {} }) => ruleSchema(type, name, args));
  const schema = Object.assign({}, valueSchema(description), wordsOf(description), ...said) as JsonObject;
  const nullable = schema['type'] === 'integer' && description.allow?.includes(null) === true;
  return { ...schema, ...(nullable ? { type: ['integer', 'null'] } : {}), ...innerSchema(description) };
}

function valueSchema({ type = 'any', flags = {}, allow = [] }: JoiDescription): JsonObject {
  const listed = allow.filter(isScalar);
  const initial = isScalar(flags['default']) ? { default: flags['default'] } : {};
  if (flags['only'] === true) return listed.length === allow.length ? { enum: listed, ...initial } : initial;
  const named = TYPES[type];
  return named === undefined ? initial : { type: listed.includes(null) ? [named, 'null'] : named, ...initial };
}

/** Annotations, of which mendq knows its own. */
function wordsOf({ flags = {}, metas = [], examples = [] }: JoiDescription): JsonObject {
  const annotations = metas.flatMap((meta) => Object.entries(meta)).filter((entry): entry is [string, Json] => isScalar(entry[1]));
  const description = flags['description'];
  const plain = examples.filter(isScalar);
  return { ...Object.fromEntries(annotations), ...(typeof description === 'string' ? { description } : {}), ...(plain.length > 0 ? { examples: plain } : {}) };
}

function innerSchema(description: JoiDescription): JsonObject {
  switch (description.type) {
    case 'alternatives':
      return alternativesSchema(description.matches ?? []);
    case 'array':
      return listSchema(description.items ?? [], description.ordered ?? []);
    default:
      return description.keys === undefined ? {} : keysSchema(description, description.keys);
  }
}

function alternativesSchema(matches: NonNullable<JoiDescription['matches']>): JsonObject {
  const alternatives = matches.flatMap(({ schema }) => (schema === undefined ? [] : [joiJsonSchema(schema)]));
  return alternatives.length > 0 ? { anyOf: alternatives } : {};
}

function listSchema(items: readonly JoiDescription[], ordered: readonly JoiDescription[]): JsonObject {
  const [first, ...others] = items.map(joiJsonSchema);
  const element = first === undefined ? {} : { items: others.length === 0 ? first : { anyOf: [first, ...others] } };
  return ordered.length > 0 ? { prefixItems: ordered.map(joiJsonSchema), ...element } : element;
}

function keysSchema({ flags, patterns = [] }: JoiDescription, keys: NonNullable<JoiDescription['keys']>): JsonObject {
  const entries = Object.entries(keys);
  const required = entries.filter(([, member]) => member.flags?.['presence'] === 'required').map(([key]) => key);
  const closed = flags?.['unknown'] !== true && patterns.length === 0;
  return {
    properties: Object.fromEntries(entries.map(([key, member]) => [key, joiJsonSchema(member)])),
    ...(required.length > 0 ? { required } : {}),
    ...(closed ? { additionalProperties: false } : {}),
  };
}

const FORMATS: Readonly<Record<string, string>> = { guid: 'uuid', uuid: 'uuid', email: 'email', uri: 'uri', isoDate: 'date-time', hostname: 'hostname' };
const SIZES: Readonly<Record<string, string>> = { string: 'Length', array: 'Items', object: 'Properties' };

function ruleSchema(type: string, name: string, args: Readonly<Record<string, unknown>>): JsonObject {
  const limit = args['limit'];
  if (name === 'integer') return { type: 'integer' };
  if (name === 'sign') return args['sign'] === 'positive' ? { exclusiveMinimum: 0 } : { exclusiveMaximum: 0 };
  if (name === 'pattern') return patternSchema(args['regex']);
  const format = FORMATS[name];
  if (format !== undefined) return { format };
  return typeof limit === 'number' ? boundSchema(type, name, limit) : {};
}

function boundSchema(type: string, name: string, limit: number): JsonObject {
  const size = SIZES[type];
  if (size === undefined) {
    const bounds: Readonly<Record<string, string>> = { min: 'minimum', max: 'maximum', greater: 'exclusiveMinimum', less: 'exclusiveMaximum' };
    const keyword = type === 'number' ? bounds[name] : undefined;
    return keyword === undefined ? {} : { [keyword]: limit };
  }
  if (name === 'length') return { [`min${size}`]: limit, [`max${size}`]: limit };
  return name === 'min' || name === 'max' ? { [`${name}${size}`]: limit } : {};
}

/** Joi prints the expression with its slashes; one with flags says something else than JSON Schema's. */
function patternSchema(regex: unknown): JsonObject {
  const source = typeof regex === 'string' ? /^\/(.*)\/u?$/s.exec(regex)?.[1] : undefined;
  return source === undefined ? {} : { pattern: source };
}
