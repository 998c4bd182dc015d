import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import { readPlainNumber } from './decimal.ts';
import { readUuid } from './uuid.ts';

/** What a wrapper that names the type of its value holds: the value itself, and another way to write it where there is one. */
export interface Typed {
  readonly family: 'mongodb' | 'dynamodb' | 'firestore' | 'avro' | 'xml' | 'dotnet';
  readonly value: Json;
  /** The same as a text that keeps what a number would lose. */
  readonly text?: string;
}

type Reader = (inner: Json) => Omit<Typed, 'family'> | undefined;

const FAMILIES: Readonly<Record<Typed['family'], Readonly<Record<string, Reader>>>> = {
  mongodb: {
    $oid: (inner) => asText(inner, /^[\da-f]{24}$/i), $uuid: (inner) => (typeof inner === 'string' && readUuid(inner) === inner ? { value: inner } : undefined),
    $numberInt: asWhole, $numberLong: asWhole, $numberDouble: asDouble, $numberDecimal: asDecimal, $date: asMoment,
  },
  dynamodb: {
    S: (inner) => asText(inner), N: asNumeral, BOOL: asFlag, NULL: (inner) => (inner === true ? { value: null } : undefined),
    L: (inner) => listIn('dynamodb', inner), M: (inner) => membersIn('dynamodb', inner), SS: textsIn,
  },
  firestore: {
    stringValue: (inner) => asText(inner), integerValue: (inner) => asWhole(typeof inner === 'number' ? String(inner) : inner), doubleValue: asNumber, booleanValue: asFlag,
    nullValue: (inner) => (inner === null || inner === 'NULL_VALUE' ? { value: null } : undefined), timestampValue: asMoment,
    arrayValue: (inner) => (isJsonObject(inner) ? listIn('firestore', inner['values'] ?? []) : undefined),
    mapValue: (inner) => (isJsonObject(inner) ? membersIn('firestore', inner['fields'] ?? {}) : undefined),
  },
  avro: {
    string: (inner) => asText(inner), boolean: asFlag, int: asWholeNumber, long: asWholeNumber, float: asNumber, double: asNumber,
  },
  xml: Object.fromEntries(['#text', '_text', '__text', '$t', '_'].map((key): readonly [string, Reader] => [key, (inner) => asText(inner)])),
  dotnet: { $values: (inner) => (Array.isArray(inner) ? { value: inner } : undefined) },
};

/**
 * Reads the wrappers that databases and encoders put around values: MongoDB's extended JSON, attribute values of DynamoDB,
 * values of Firestore, unions of Avro, text nodes. `undefined` for anything else, and where the type is not that of the value.
 */
export function readTyped(wrapper: Json | undefined): Typed | undefined {
  if (!isJsonObject(wrapper)) return undefined;
  const [key, ...others] = Object.keys(wrapper);
  if (key === undefined || others.length > 0) return undefined;
  for (const family of Object.keys(FAMILIES) as Typed['family'][]) {
    const reader = Object.hasOwn(FAMILIES[family], key) ? FAMILIES[family][key] : undefined;
    const typed = reader?.(wrapper[key] ?? null);
    if (typed !== undefined) return { family, ...typed };
  }
  return undefined;
}

/** An object of which every member is such a wrapper of one database, without the wrappers; `undefined` for any other. */
export function readTypedMembers(object: Json | undefined): JsonObject | undefined {
  const members = membersIn('dynamodb', object ?? null)?.value ?? membersIn('firestore', object ?? null)?.value;
  return isJsonObject(members) ? members : undefined;
}

function inFamily(family: Typed['family'], wrapper: Json): Json | undefined {
  const typed = readTyped(wrapper);
  return typed?.family === family ? typed.value : undefined;
}

function listIn(family: Typed['family'], list: Json): { readonly value: Json[] } | undefined {
  const values = Array.isArray(list) ? list.map((item) => inFamily(family, item)) : [undefined];
  return values.every((value) => value !== undefined) ? { value: values } : undefined;
}

function membersIn(family: Typed['family'], object: Json): { readonly value: JsonObject } | undefined {
  if (!isJsonObject(object) || Object.hasOwn(object, '__proto__')) return undefined;
  // Nearly every payload holds a plain value, and then none of the others need to be read.
  if (!Object.values(object).every(isJsonObject)) return undefined;
  const members = Object.entries(object).map(([key, wrapper]) => [key, inFamily(family, wrapper)] as const);
  const known = members.filter((member): member is readonly [string, Json] => member[1] !== undefined);
  return known.length === members.length && known.length > 0 ? { value: Object.fromEntries(known) } : undefined;
}

function textsIn(list: Json): { readonly value: Json } | undefined {
  return Array.isArray(list) && list.every((item) => typeof item === 'string') ? { value: list } : undefined;
}

function asText(inner: Json, form?: RegExp): { readonly value: string } | undefined {
  return typeof inner === 'string' && form?.test(inner) !== false ? { value: inner } : undefined;
}

function asFlag(inner: Json): { readonly value: boolean } | undefined {
  return typeof inner === 'boolean' ? { value: inner } : undefined;
}

function asNumber(inner: Json): { readonly value: number } | undefined {
  return typeof inner === 'number' ? { value: inner } : undefined;
}

function asWholeNumber(inner: Json): { readonly value: number } | undefined {
  return typeof inner === 'number' && Number.isSafeInteger(inner) ? { value: inner } : undefined;
}

function asNumeral(inner: Json): { readonly value: number } | undefined {
  const value = typeof inner === 'string' ? readPlainNumber(inner) : undefined;
  return value === undefined ? undefined : { value };
}

/** Numbers that JavaScript can't hold stay texts. */
function asWhole(inner: Json): { readonly value: Json } | undefined {
  if (typeof inner !== 'string' || !/^(?:0|-?[1-9]\d{0,18})$/.test(inner)) return undefined;
  return { value: readPlainNumber(inner) ?? inner };
}

/** Doubles are written with a point even where they are whole. */
function asDouble(inner: Json): { readonly value: number } | undefined {
  return asNumber(inner) ?? asNumeral(inner);
}

/** Decimals keep their zeros at the end, which only a text can hold. */
function asDecimal(inner: Json): { readonly value: Json; readonly text: string } | undefined {
  if (typeof inner !== 'string' || !/^-?(?:0|[1-9]\d{0,33})(?:\.\d{1,34})?$/.test(inner)) return undefined;
  return { value: readPlainNumber(inner) ?? inner, text: inner };
}

/** A moment as text: as it was written, or in UTC where it was counted in milliseconds. */
function asMoment(inner: Json): { readonly value: string } | undefined {
  if (typeof inner === 'string') return asText(inner, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/);
  const counted = isJsonObject(inner) ? asWhole(inner['$numberLong'] ?? null)?.value : inner;
  if (typeof counted !== 'number' || !Number.isSafeInteger(counted) || Math.abs(counted) > 8.64e15) return undefined;
  const moment = new Date(counted).toISOString();
  return /^\d{4}-/.test(moment) ? { value: moment } : undefined;
}
