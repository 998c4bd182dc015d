import type { Json, JsonObject } from '../../core/json.ts';
import type { IssueCode } from '../../core/payload-schema.ts';

/** What a constraint means: the kind of value it needs, what failing it says, and the same in JSON Schema. */
export interface Meaning {
  readonly code: IssueCode;
  /** The JSON types of values that the constraint is about; any other type fails it for that alone. */
  readonly types?: readonly string[];
  /** What it wants, in the words of issues. */
  readonly expected?: (parameters: readonly unknown[]) => unknown;
  readonly schema?: (parameters: readonly unknown[]) => JsonObject;
  /** True where the constraint accepts a member that is not there. */
  readonly acceptsAbsence?: true;
}

const first = ([parameter]: readonly unknown[]): unknown => parameter;
const keyword = (name: string) => ([parameter]: readonly unknown[]): JsonObject => {
  const value = plain(parameter);
  return value === undefined ? {} : { [name]: value };
};
const type = (name: string): Meaning => ({ code: 'type', types: [name], expected: () => name, schema: () => ({ type: name }) });
const bound = (code: IssueCode, types: readonly string[], name: string): Meaning => ({ code, types, expected: first, schema: keyword(name) });
const fixed = (code: IssueCode, types: readonly string[], expected: string, schema: JsonObject): Meaning => ({ code, types, expected: () => expected, schema: () => schema });
const format = (name: string): Meaning => ({ code: 'format', types: ['string'], expected: () => name, schema: () => ({ type: 'string', format: name }) });
const custom: Meaning = { code: 'custom' };
const exclusion: Meaning = { code: 'custom', acceptsAbsence: true };

const NUMBERS = ['number', 'integer'];
const TEXT = ['string'];
const LIST = ['array'];
/** Class-validator's ISO 8601 is a day, a moment or a week, so that no single format may be wanted. */
const ISO_DATE: Meaning = { code: 'format', types: TEXT, schema: () => ({ type: 'string' }) };

const MEANINGS: ReadonlyMap<string, Meaning> = new Map(Object.entries({
  isString: type('string'), isInt: type('integer'), isNumber: type('number'), isBoolean: type('boolean'), isArray: type('array'), isObject: type('object'),
  isEnum: { code: 'enum', expected: (parameters) => enumValues(parameters), schema: (parameters) => ({ enum: enumValues(parameters) }) },
  isIn: { code: 'enum', expected: ([values]) => plainList(values), schema: ([values]) => ({ enum: plainList(values) }) },
  equals: { code: 'const', expected: first, schema: keyword('const') },
  isUuid: format('uuid'), isEmail: format('email'), isUrl: format('uri'), isRFC3339: format('date-time'), isIso8601: ISO_DATE, isDateString: ISO_DATE,
  isDate: { code: 'format', types: TEXT, expected: () => 'date-time', schema: () => ({ type: 'string' }) },
  matches: { code: 'pattern', types: TEXT, expected: patternSource, schema: patternSchema },
  minLength: bound('too-short', TEXT, 'minLength'), maxLength: bound('too-long', TEXT, 'maxLength'),
  min: bound('too-small', NUMBERS, 'minimum'), max: bound('too-big', NUMBERS, 'maximum'), isDivisibleBy: bound('multiple-of', NUMBERS, 'multipleOf'),
  isPositive: fixed('too-small', NUMBERS, '0', { exclusiveMinimum: 0 }), isNegative: fixed('too-big', NUMBERS, '0', { exclusiveMaximum: 0 }),
  isLength: { code: 'too-short', types: TEXT, schema: ([least, most]) => ({ ...keyword('minLength')([least]), ...keyword('maxLength')([most]) }) },
  arrayMinSize: bound('too-short', LIST, 'minItems'), arrayMaxSize: bound('too-long', LIST, 'maxItems'),
  arrayNotEmpty: fixed('too-short', LIST, '1', { minItems: 1 }), arrayUnique: { code: 'custom', types: LIST, schema: () => ({ uniqueItems: true }) },
  arrayContains: { code: 'custom', types: LIST }, arrayNotContains: exclusion,
  isNotEmptyObject: fixed('too-short', ['object'], '1', { type: 'object', minProperties: 1 }),
  isNotEmpty: { code: 'too-short', expected: () => '1' }, isDefined: { code: 'missing' },
  isEmpty: exclusion, notEquals: exclusion, isNotIn: exclusion, notContains: { code: 'pattern', types: TEXT },
  isLatitude: custom, isLongitude: custom, isPort: format('port'), isInstance: custom, minDate: custom, maxDate: custom,
} satisfies Record<string, Meaning>));

/** Further constraints on texts. Issues call them by their own names, without `is`. */
const TEXT_CONSTRAINTS = /^(?:contains|[iI]s(?:Alpha|Alphanumeric|Ascii|Base32|Base58|Base64|BIC|BooleanString|BtcAddress|ByteLength|CreditCard|Currency|DataURI|Decimal|EAN|EthereumAddress|FirebasePushId|Fqdn|FullWidth|HalfWidth|Hash|Hexadecimal|HexColor|HSL|IBAN|IdentityCard|Ip|Isbn|Isin|ISO31661Alpha2|ISO31661Alpha3|ISO31661Numeric|ISO4217CurrencyCode|ISO6391|ISRC|ISSN|Json|Jwt|LatLong|Locale|Lowercase|MacAddress|MagnetURI|MilitaryTime|MimeType|MobilePhone|MongoId|Multibyte|NumberString|Octal|PassportNumber|PhoneNumber|PostalCode|RgbColor|SemVer|StrongPassword|SurrogatePair|TaxId|TimeZone|Uppercase|VariableWidth))$/;

/** What the constraint of this name means; one of the user's own may mean anything. */
export function meaningOf(name: string): Meaning {
  const known = MEANINGS.get(name);
  if (known !== undefined) return known;
  return TEXT_CONSTRAINTS.test(name) ? { code: 'format', types: TEXT, expected: () => name.replace(/^[iI]s/, '').toLowerCase(), schema: () => ({ type: 'string' }) } : custom;
}

/** Class-validator keeps the enumeration, and in newer releases the list of its values behind it. */
function enumValues([entity, values]: readonly unknown[]): Json[] {
  if (Array.isArray(values)) return plainList(values);
  if (Array.isArray(entity)) return plainList(entity);
  const members = Object(entity) as Record<string, unknown>;
  // A numeric enumeration also maps its values back to names.
  return plainList(Object.keys(members).filter((key) => typeof members[String(members[key])] !== 'number').map((key) => members[key]));
}

function plainList(values: unknown): Json[] {
  return Array.isArray(values) ? values.map(plain).filter((value) => value !== undefined) : [];
}

/** Only values that JSON can carry can stand in a payload. */
function plain(value: unknown): Json | undefined {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value) ? (value as Json) : undefined;
}

function patternSource([pattern]: readonly unknown[]): unknown {
  return pattern instanceof RegExp ? pattern.source : pattern;
}

/** A pattern with flags says something else than JSON Schema's, which knows none. */
function patternSchema([pattern, modifiers]: readonly unknown[]): JsonObject {
  const flags = pattern instanceof RegExp ? pattern.flags : (modifiers ?? '');
  const source = patternSource([pattern]);
  return typeof source === 'string' && (flags === '' || flags === 'u') ? { type: 'string', pattern: source } : { type: 'string' };
}
