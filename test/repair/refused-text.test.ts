import { expect, test } from 'vitest';

import type { Json, JsonObject } from '../../src/core/json.ts';
import { outcomeOf, type LetterSketch } from './letters.ts';

const schema: JsonObject = { type: 'object', properties: { memo: { type: 'string' }, signature: { type: 'string' } } };

test.each<[string, LetterSketch, Json, Json]>([
  ['a NUL leaves free text', { refusedText: 'nul', freeText: ['/memo'] }, { memo: 'fragile\0 box' }, { memo: 'fragile box' }],
  ['half a character leaves free text', { refusedText: 'lone-surrogates', freeText: ['/memo'] }, { memo: 'news!\ud83d' }, { memo: 'news!' }],
  ['free text is cut to the column', { refusedText: 'too-long', freeText: ['/memo'], message: 'value too long for type character varying(4)' }, { memo: 'abcdef' }, { memo: 'abcd' }],
  ['free text below a declared place counts', { refusedText: 'nul', freeText: ['/lines'] }, { lines: [{ memo: 'a\0' }, { memo: 'b\0' }] }, { lines: [{ memo: 'a' }, { memo: 'b' }] }],
])('%s', async (_, sketch, payload, expected) => {
  expect(await outcomeOf(payload, { schema, ...sketch })).toEqual(expected);
});

test.each<[string, LetterSketch, Json, string]>([
  ['a NUL elsewhere speaks against it', { refusedText: 'nul', freeText: ['/memo'] }, { memo: 'a\0', signature: 'b\0' }, '/signature holds text'],
  ['a NUL in a key speaks against it', { refusedText: 'nul', freeText: ['/memo'] }, { memo: 'a\0', 'k\0': 1 }, 'a key at'],
  ['nothing of the kind is there', { refusedText: 'nul', freeText: ['/memo'] }, { memo: 'a' }, 'no text of the payload'],
  ['the length is unknown', { refusedText: 'too-long', freeText: ['/memo'], message: 'Data too long for column "memo"' }, { memo: 'a' }, 'the failure does not say'],
  ['the place is protected as well', { refusedText: 'nul', freeText: ['/memo'], protect: ['/memo'] }, { memo: 'a\0' }, 'the value of /memo would change'],
  ['another text is too long as well', { refusedText: 'too-long', freeText: ['/memo'], message: 'value too long for type character varying(4)' }, { memo: 'abcdef', signature: 'abcde' }, '/signature holds text'],
  ['without it the schema refuses the payload', { refusedText: 'nul', freeText: ['/memo'], schema: { ...schema, properties: { memo: { type: 'string', minLength: 2 } } } }, { memo: 'a\0' }, 'the schema still refuses /memo'],
])('%s', async (_, sketch, payload, why) => {
  expect(await outcomeOf(payload, { schema, ...sketch })).toContain(why);
});
