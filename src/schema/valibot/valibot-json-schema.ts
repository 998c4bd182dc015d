import type { Json, JsonObject } from '../../core/json.ts';
import { isScalar } from '../scalar.ts';

/** A schema, action or note of Valibot. */
export interface ValibotPart {
  readonly kind: string;
  readonly type: string;
  readonly pipe?: readonly ValibotPart[];
  readonly entries?: Readonly<Record<string, ValibotPart>>;
  readonly item?: ValibotPart;
  readonly items?: readonly ValibotPart[];
  readonly rest?: ValibotPart;
  readonly wrapped?: ValibotPart;
  readonly options?: readonly unknown[];
  readonly value?: ValibotPart;
  readonly literal?: unknown;
  readonly default?: unknown;
  readonly requirement?: unknown;
  readonly description?: unknown;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly getter?: (input: undefined) => ValibotPart;
}

/** Nested more deeply than this, a schema refers to itself. */
const MOST_DEPTH = 12;

/** What a schema of Valibot says of its input, as JSON Schema: what comes before the first transformation. */
export function valibotJsonSchema(part: ValibotPart, depth = 0): JsonObject {
  if (depth > MOST_DEPTH) return {};
  const own = partSchema(part, depth + 1);
  const [, ...actions] = part.pipe ?? [];
  const transformed = actions.findIndex(({ kind }) => kind === 'transformation' || kind === 'schema');
  const before = transformed < 0 ? actions : actions.slice(0, transformed);
  return Object.assign({}, own, ...before.map((action) => actionSchema(action, own)), ...actions.filter(({ kind }) => kind === 'metadata').map(noteSchema)) as JsonObject;
}

type Translate = (part: ValibotPart, depth: number) => JsonObject;

const OPTIONAL: ReadonlySet<string> = new Set(['optional', 'exact_optional', 'nullish', 'undefinedable']);

const typed = (type: string): Translate => () => ({ type });
const listed = (keyword: string): Translate => ({ options = [] }, depth) => ({ [keyword]: options.map((option) => valibotJsonSchema(option as ValibotPart, depth)) });
const values: Translate = ({ options = [] }) => ({ enum: options.filter(isScalar) });
const tuple: Translate = ({ items = [] }, depth) => ({ type: 'array', prefixItems: items.map((item) => valibotJsonSchema(item, depth)) });
const innerOf = (keyword: string, inner: ValibotPart | undefined, depth: number): JsonObject => (inner === undefined ? {} : { [keyword]: valibotJsonSchema(inner, depth) });

const TRANSLATIONS: ReadonlyMap<string, Translate> = new Map<string, Translate>([
  ['string', typed('string')], ['number', typed('number')], ['boolean', typed('boolean')], ['null', typed('null')],
  ['object', objectSchema], ['strict_object', objectSchema], ['loose_object', objectSchema], ['object_with_rest', objectSchema],
  ['array', ({ item }, depth) => ({ type: 'array', ...innerOf('items', item, depth) })],
  ['tuple', tuple], ['strict_tuple', tuple], ['loose_tuple', tuple], ['tuple_with_rest', tuple],
  ['literal', ({ literal }) => (isScalar(literal) ? { const: literal } : {})], ['picklist', values], ['enum', values],
  ['union', listed('anyOf')], ['variant', listed('anyOf')], ['intersect', listed('allOf')],
  ['record', ({ value }, depth) => ({ type: 'object', ...innerOf('additionalProperties', value, depth) })],
  ['lazy', ({ getter }, depth) => (getter === undefined ? {} : valibotJsonSchema(getter(undefined), depth))],
]);

function partSchema(part: ValibotPart, depth: number): JsonObject {
  const translate = TRANSLATIONS.get(part.type);
  if (translate !== undefined) return translate(part, depth);
  return part.wrapped === undefined ? {} : wrappedSchema(part, part.wrapped, depth);
}

function wrappedSchema({ type, default: initial }: ValibotPart, wrapped: ValibotPart, depth: number): JsonObject {
  const inner = valibotJsonSchema(wrapped, depth);
  const value: unknown = typeof initial === 'function' ? (initial as () => unknown)() : initial;
  const nullable = type === 'nullable' || type === 'nullish';
  return { ...(nullable ? { anyOf: [inner, { type: 'null' }] } : inner), ...(value !== undefined && isScalar(value) ? { default: value } : {}) };
}

function objectSchema({ type, entries = {}, rest }: ValibotPart, depth: number): JsonObject {
  const members = Object.entries(entries);
  const required = members.filter(([, member]) => !OPTIONAL.has(member.type)).map(([key]) => key);
  const others = rest === undefined ? undefined : valibotJsonSchema(rest, depth);
  return {
    type: 'object',
    properties: Object.fromEntries(members.map(([key, member]) => [key, valibotJsonSchema(member, depth)])),
    ...(required.length > 0 ? { required } : {}),
    ...(type === 'strict_object' ? { additionalProperties: false } : others === undefined ? {} : { additionalProperties: others }),
  };
}

const FORMATS: Readonly<Record<string, string>> = { email: 'email', rfc_email: 'email', url: 'uri', uuid: 'uuid', iso_date: 'date', iso_timestamp: 'date-time', ipv4: 'ipv4', ipv6: 'ipv6' };
const BOUNDS: Readonly<Record<string, string>> = { min_value: 'minimum', max_value: 'maximum', gt_value: 'exclusiveMinimum', lt_value: 'exclusiveMaximum', multiple_of: 'multipleOf' };

function actionSchema({ kind, type, requirement }: ValibotPart, { type: base }: JsonObject): JsonObject {
  if (kind !== 'validation') return {};
  if (type === 'integer' || type === 'safe_integer') return { type: 'integer' };
  const format = FORMATS[type];
  if (format !== undefined) return { format };
  if (requirement instanceof RegExp) return type === 'regex' && /^u?$/.test(requirement.flags) ? { pattern: requirement.source } : {};
  const limit = type === 'non_empty' ? 1 : requirement;
  return typeof limit === 'number' ? limitSchema(type, limit, base === 'array' ? 'Items' : 'Length') : {};
}

function limitSchema(type: string, limit: number, size: string): JsonObject {
  const bound = BOUNDS[type];
  if (bound !== undefined) return { [bound]: limit };
  const least = type === 'length' || type === 'min_length' || type === 'non_empty';
  const most = type === 'length' || type === 'max_length';
  return { ...(least ? { [`min${size}`]: limit } : {}), ...(most ? { [`max${size}`]: limit } : {}) };
}

function noteSchema({ type, description, metadata = {} }: ValibotPart): JsonObject {
  if (type === 'description' && typeof description === 'string') return { description };
  return Object.fromEntries(Object.entries(metadata).filter((entry): entry is [string, Json] => isScalar(entry[1])));
}
