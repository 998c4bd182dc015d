import type { RefusedText } from '../../core/diagnosis.ts';
import type { ParsedFailure } from '../../core/failure.ts';
import { findString, type PayloadString } from '../payload-strings.ts';
import { failureFact, type Rule } from '../rule.ts';
import { uncertainAttempt } from '../uncertain-attempt.ts';
import { storeRefusals } from '../store-refusals.ts';

const WHAT: Readonly<Record<RefusedText, string>> = {
  'four-byte-characters': 'a character outside the basic plane, such as an emoji',
  nul: 'the character U+0000',
  'lone-surrogates': 'half a character',
  'unsupported-characters': 'a character that the character set of the store lacks',
  'too-long': 'more characters than the column holds',
};

/** Text that a store could not take although the schema admits it. */
export const textRefused: Rule = {
  name: 'text-refused',
  why: 'A column that can not hold a character, or not so many, refuses what the schema admits. It counts only where the payload really holds what the store objects to.',
  source: 'MySQL 1366 and 1406; PostgreSQL 22021, 22P05, 22P02 on json, 22001, and 23514 where the constraint names characters or the column that holds them.',
  examples: {
    for: [
      { shows: 'an emoji in a column of three-byte characters', stack: "Error: ER_TRUNCATED_WRONG_VALUE_FOR_FIELD: Incorrect string value: '\\xF0\\x9F\\x98\\x80' for column 'body' at row 1", payload: { body: 'Nice \u{1F600}' } },
      { shows: 'an emoji and a constraint on the character set', stack: 'error: new row for relation "comments" violates check constraint "comments_body_legacy_charset"', payload: { body: 'Nice \u{1F600}' } },
      { shows: 'an emoji and a constraint on its column', stack: 'error: new row for relation "comments" violates check constraint "comments_body_check"', payload: { body: 'Nice \u{1F600}' } },
      { shows: 'U+0000', stack: 'error: invalid byte sequence for encoding "UTF8": 0x00', payload: { memo: 'fragile\u0000' } },
      { shows: 'half an emoji in a json column', stack: 'error: invalid input syntax for type json', payload: { preview: 'Great\ud83d' } },
      { shows: 'a typographic quotation mark in LATIN1', stack: 'error: character with byte sequence 0xe2 0x80 0x9c in encoding "UTF8" has no equivalent in encoding "LATIN1"', payload: { memo: 'the \u201Cred\u201D one' } },
      { shows: 'a dash in a column of ASCII', stack: "Error: ER_TRUNCATED_WRONG_VALUE_FOR_FIELD: Incorrect string value: '\\xE2\\x80\\x93 now' for column 'memo' at row 1", payload: { memo: 'wait \u2013 now' } },
      { shows: 'a text longer than its column', stack: 'error: value too long for type character varying(5)', payload: { code: 'ABCDEF' } },
      { shows: 'U+0000 and work outside that is not done', stack: 'error: invalid byte sequence for encoding "UTF8": 0x00', payload: { memo: 'fragile\u0000' }, effects: 'external', fulfilment: 'no' },
    ],
    against: [
      { shows: 'a character that the payload does not hold', stack: 'error: character with byte sequence 0xe2 0x80 0x9c in encoding "UTF8" has no equivalent in encoding "LATIN1"', payload: { memo: 'plain' } },
      { shows: 'U+0000 and a job that also acts outside', stack: 'error: invalid byte sequence for encoding "UTF8": 0x00', payload: { memo: 'fragile\u0000' }, effects: 'external' },
      { shows: 'a constraint on a quantity', stack: 'error: new row for relation "orders" violates check constraint "orders_qty_check"', payload: { qty: 0, note: '\u{1F600}' } },
      { shows: 'a constraint on length', stack: 'error: new row for relation "comments" violates check constraint "comments_body_max_chars"', payload: { body: 'Nice \u{1F600}' } },
      { shows: 'a constraint on characters, and none in the payload', stack: 'error: new row for relation "comments" violates check constraint "comments_body_legacy_charset"', payload: { body: 'Nice' } },
      { shows: 'a wrong number', stack: 'error: invalid input syntax for type integer: "1,200"', payload: { qty: '1,200' } },
    ],
  },
  match(inspected, context) {
    const { failure } = inspected;
    const { payload } = inspected.letter;
    if (payload === undefined || uncertainAttempt(inspected, context) !== undefined) return undefined;
    for (const { kind, accepts } of storeRefusals(failure)) {
      const found = findString(payload, accepts);
      if (found !== undefined) return diagnosis(failure, kind, found);
    }
    return undefined;
  },
};

function diagnosis(failure: ParsedFailure, kind: RefusedText, { pointer }: PayloadString): ReturnType<Rule['match']> {
  const what = WHAT[kind];
  return {
    cause: 'malformed',
    rule: 'text-refused',
    why: `The text at ${pointer === '' ? 'the root' : pointer} holds ${what}; the schema admits it and the store does not.`,
    evidence: [failureFact(failure), { source: 'payload', fact: `${what} at ${pointer}` }],
    confidence: 'certain',
    refusedText: kind,
  };
}
