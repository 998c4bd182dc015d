import type { RefusedText } from '../core/diagnosis.ts';
import type { ParsedFailure } from '../core/failure.ts';

/** What a store objected to, and how to tell whether a string of the payload is it. */
export interface StoreRefusal {
  readonly kind: RefusedText;
  readonly accepts: (key: string, value: string) => boolean;
}

type Details = ParsedFailure['details'];

const FOUR_BYTES = /[\u{10000}-\u{10FFFF}]/u;
const LONE_SURROGATE = /\p{Surrogate}/u;
/** Words by which a constraint says that it is about characters. */
const CHARACTER_WORDS = new Set('ascii bmp character characters charset chars emoji encoding latin latin1 printable unicode utf utf8 utf8mb3'.split(' '));
/** Words by which it says that it is about length, even where it counts characters. */
const LENGTH_WORDS = new Set('length len max min size short long'.split(' '));

const fourBytes: StoreRefusal = { kind: 'four-byte-characters', accepts: (_, value) => FOUR_BYTES.test(value) };
const nul: StoreRefusal = { kind: 'nul', accepts: (_, value) => value.includes('\u0000') };
const loneSurrogates: StoreRefusal = { kind: 'lone-surrogates', accepts: (_, value) => LONE_SURROGATE.test(value) };

/** What each code of a store may object to, by what else the failure tells. */
const BY_CODE: Readonly<Record<string, (details: Details) => readonly StoreRefusal[]>> = {
  ER_TRUNCATED_WRONG_VALUE_FOR_FIELD: ({ bytes = '', column = '' }) => (bytes.startsWith('\\xF') ? [fourBytes] : unsupported(bytes, column)),
  ER_TRUNCATED_WRONG_VALUE: ({ bytes = '' }) => (bytes.startsWith('\\xF') ? [fourBytes] : []),
  ER_DATA_TOO_LONG: ({ column }) => (column === undefined ? [] : [longerThanColumn(column)]),
  P2000: ({ column }) => (column === undefined ? [] : [longerThanColumn(column)]),
  '22001': ({ limit }) => (limit === undefined ? [] : [longerThan(Number(limit))]),
  '22021': ({ bytes = '' }) => (bytes.startsWith('0x00') ? [nul] : []),
  '22P02': ({ type }) => (type === 'json' ? [loneSurrogates] : []),
  '22P05': ({ bytes }) => (bytes === undefined ? [nul, loneSurrogates] : bytes.startsWith('0xf') ? [fourBytes] : unsupported(bytes, '')),
  '23514': ({ constraint }) => (constraint === undefined ? [] : checkRefusals(constraint)),
};

/** What the store may have objected to; empty where the failure is no refusal of text. */
export function storeRefusals({ code, details }: ParsedFailure): readonly StoreRefusal[] {
  if (code === undefined || !Object.hasOwn(BY_CODE, code)) return [];
  return BY_CODE[code]?.(details) ?? [];
}

/** The character that the store's bytes begin with, in the column where one is named. */
function unsupported(bytes: string, column: string): readonly StoreRefusal[] {
  const codes = [...bytes.matchAll(/[0\\]x([0-9a-f]{2})/gi)].map(([, code = '']) => Number.parseInt(code, 16));
  const [character = ''] = new TextDecoder().decode(new Uint8Array(codes));
  if (character <= '\u007F' || character === '\uFFFD') return [];
  return [{ kind: 'unsupported-characters', accepts: (key, value) => value.includes(character) && (column === '' || plain(key) === plain(column)) }];
}

/** A constraint that names characters, or else the column in which they stand. */
function checkRefusals(constraint: string): readonly StoreRefusal[] {
  const words = constraint.toLowerCase().split(/[^a-z0-9]+/);
  if (words.some((word) => LENGTH_WORDS.has(word))) return [];
  if (words.some((word) => CHARACTER_WORDS.has(word))) return [fourBytes];
  const name = plain(constraint);
  return [{ kind: 'four-byte-characters', accepts: (key, value) => plain(key).length > 1 && name.includes(plain(key)) && FOUR_BYTES.test(value) }];
}

/** PostgreSQL tells the limit and not the column. It counts characters, a pair of surrogates as one. */
function longerThan(limit: number): StoreRefusal {
  return { kind: 'too-long', accepts: (_, value) => value.length > limit && value.length - (value.match(/[\uDC00-\uDFFF]/g)?.length ?? 0) > limit };
}

/** MySQL tells the column and not the limit. */
function longerThanColumn(column: string): StoreRefusal {
  return { kind: 'too-long', accepts: (key) => key === column || (plain(key) !== '' && plain(key) === plain(column)) };
}

/** The same for `legal_name` and `legalName`. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
