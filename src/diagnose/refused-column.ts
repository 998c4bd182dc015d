import type { RefusedValue, StoreWish } from '../core/diagnosis.ts';
import type { ParsedFailure } from '../core/failure.ts';
import type { InspectedLetter } from '../core/inspected-letter.ts';
import { isJsonObject, type Json } from '../core/json.ts';
import { pointerSegments, toPointer } from '../core/json-pointer.ts';
import { payloadValues } from './payload-values.ts';

/** Types of columns by what their values are in JSON. A time alone and an interval have no one form. */
const TYPES: Readonly<Record<string, StoreWish>> = {
  integer: 'integer', bigint: 'integer', smallint: 'integer',
  numeric: 'number', decimal: 'number', double: 'number', 'double precision': 'number', real: 'number',
  boolean: 'boolean', uuid: 'uuid', enum: 'member',
  date: 'date', datetime: 'date', timestamp: 'date', 'timestamp with time zone': 'date', 'timestamp without time zone': 'date',
};
/** Types that Prisma names. */
const PRISMA_TYPES: Readonly<Record<string, StoreWish>> = { Int: 'integer', BigInt: 'integer', Float: 'number', Decimal: 'number', Boolean: 'boolean', String: 'string' };
const TYPE_CODES = new Set(['22P02', '22007', '22008', 'ER_TRUNCATED_WRONG_VALUE', 'ER_TRUNCATED_WRONG_VALUE_FOR_FIELD']);
const NULL_CODES = new Set(['23502', 'ER_BAD_NULL_ERROR', 'ER_NO_DEFAULT_FOR_FIELD', 'P2011', 'SQLITE_CONSTRAINT_NOTNULL']);
/** Beyond this length a value is text, which nobody reads as a number or a day. */
const LONGEST = 100;

interface Refusal {
  readonly wants: StoreWish;
  readonly column: string | undefined;
  /** The value as the store printed it. */
  readonly value: string | undefined;
}

/**
 * The value that a store refused for its form, `undefined` where the failure is no such refusal or where its column and
 * value do not name exactly one place of the payload. Numbers out of range, checks and lengths are no matter of form.
 */
export function refusedColumn({ failure, letter, jobType }: InspectedLetter): RefusedValue | undefined {
  const refusal = refusalIn(failure);
  if (refusal === undefined || letter.payload === undefined) return undefined;
  if (refusal.wants === 'value') return missingAt(letter.payload, refusal.column ?? '', jobType.schema?.jsonSchema, Object.keys(jobType.fill));
  return presentAt(letter.payload, refusal);
}

function refusalIn({ code = '', details, library, message }: ParsedFailure): Refusal | undefined {
  const { column } = details;
  if (library === 'prisma' && code === 'VALIDATION') return prismaRefusal(message, column);
  if (NULL_CODES.has(code)) return column === undefined || column.includes(', ') ? undefined : { wants: 'value', column, value: undefined };
  if (code === 'WARN_DATA_TRUNCATED') return column === undefined ? undefined : { wants: 'member', column, value: undefined };
  return TYPE_CODES.has(code) ? quotedRefusal(details) : undefined;
}

/** The value that the store quotes, with the type that it has no reading in. */
function quotedRefusal({ column, refused = '', type = '' }: ParsedFailure['details']): Refusal | undefined {
  const wants = Object.hasOwn(TYPES, type.trim()) ? TYPES[type.trim()] : undefined;
  if (wants === undefined || refused === '' || refused.length > LONGEST) return undefined;
  // A day with a time is more than a day, and its zone is not known.
  return wants === 'date' && refused.includes(':') ? undefined : { wants, column, value: refused };
}

function prismaRefusal(message: string, column: string | undefined): Refusal | undefined {
  if (column === undefined) return undefined;
  if (/\nArgument `[\w$]{1,64}` (?:is missing|must not be null)\.\s*$/.test(message)) return { wants: 'value', column, value: undefined };
  const type = /\nArgument `[\w$]{1,64}`: Invalid value provided\. Expected (\w{1,20})(?: or [^\n]{1,80})?, provided \w{1,20}\.\s*$/.exec(message)?.[1] ?? '';
  const wants = Object.hasOwn(PRISMA_TYPES, type) ? PRISMA_TYPES[type] : undefined;
  return wants === undefined ? undefined : { wants, column, value: undefined };
}

function presentAt(payload: Json, { wants, column, value }: Refusal): RefusedValue | undefined {
  const found = [];
  for (const place of payloadValues(payload)) {
    const named = column === undefined || sameName(place.key, column);
    if (named && (value === undefined ? typeof place.value !== 'object' : place.value === value)) found.push(place.pointer());
    if (found.length > 1) return undefined;
  }
  return found[0] === undefined ? undefined : { pointer: found[0], wants };
}

/** A member that the schema or the user knows under the name of the column, and that is not there or null. */
function missingAt(payload: Json, column: string, schema: Json | undefined, filled: readonly string[]): RefusedValue | undefined {
  if (!isJsonObject(payload) || column === '') return undefined;
  const properties = isJsonObject(schema) && isJsonObject(schema['properties']) ? Object.keys(schema['properties']) : [];
  const atRoot = filled.map(pointerSegments).filter(({ length }) => length === 1).flat();
  const keys = [...new Set([...properties, ...atRoot, ...Object.keys(payload)])].filter((key) => sameName(key, column));
  const [key] = keys;
  if (key === undefined || keys.length > 1 || (Object.hasOwn(payload, key) && payload[key] !== null)) return undefined;
  // The row may be made of something further in that has the name too.
  for (const place of payloadValues(payload)) if (sameName(place.key, column) && place.pointer() !== toPointer([key])) return undefined;
  return { pointer: toPointer([key]), wants: 'value' };
}

/** `changed_on`, `changedOn` and `ChangedOn` are one name. */
function sameName(key: string, column: string): boolean {
  const name = plain(key);
  return name !== '' && name === plain(column);
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
