import { describe, expect, test } from 'vitest';

import type { Json } from '../../../src/core/json.ts';
import { cutToLength } from '../../../src/repair/operations/cut-to-length.ts';
import type { OperationKind } from '../../../src/repair/operations/operation-kind.ts';
import { stripFourByteCharacters } from '../../../src/repair/operations/strip-four-byte-characters.ts';
import { stripLoneSurrogates } from '../../../src/repair/operations/strip-lone-surrogates.ts';
import { stripNul } from '../../../src/repair/operations/strip-nul.ts';
import { siteAt } from '../../../src/repair/site.ts';
import { jobTypeOf } from '../letters.ts';
import { readings } from './readings.ts';

/** What an operation that needs no issue makes of a text; the text itself where it leaves it alone. */
async function acted(kind: OperationKind, text: Json, parameters?: Json): Promise<Json> {
  const jobType = await jobTypeOf({ schema: { type: 'object' } });
  if (jobType.schema === undefined) throw new Error('no schema');
  const edit = kind.act(siteAt({ payload: { text }, issues: [], schema: jobType.schema, jobType }, '/text'), parameters);
  return edit?.kind === 'set' ? edit.value : text;
}

test.each<[OperationKind, string, string]>([
  [stripNul, 'fragile\0 handle\0', 'fragile handle'],
  [stripNul, 'nothing to do', 'nothing to do'],
  [stripLoneSurrogates, 'Great news!\ud83d', 'Great news!'],
  [stripLoneSurrogates, '\ude00 and a whole 😀', ' and a whole 😀'],
  [stripFourByteCharacters, 'Thanks 👍 a lot', 'Thanks  a lot'],
  [stripFourByteCharacters, 'Blue𠮷 café €', 'Blue café €'],
])('$name turns %j into %j', async (kind, text, expected) => {
  expect(await acted(kind, text)).toBe(expected);
});

describe('cut-to-length', () => {
  test.each([['abcdef', 3, 'abc'], ['ab😀', 3, 'ab'], ['ab😀', 4, 'ab😀'], ['abc', 3, 'abc']])('cuts %j to %j', async (text, length, expected) => {
    expect(await acted(cutToLength, text, { length })).toBe(expected);
  });

  test.each<[Json]>([[{ length: 0 }], [{ length: -1 }], [{ length: 1.5 }], [null], ['3']])('leaves the text alone with the parameters %j', async (parameters) => {
    expect(await acted(cutToLength, 'abcdef', parameters)).toBe('abcdef');
  });

  test('is proposed for free text only', async () => {
    expect(await readings(cutToLength, { type: 'string', maxLength: 3 }, 'abcdef', { freeText: ['/place'] })).toEqual(['abc']);
    expect(await readings(cutToLength, { type: 'string', maxLength: 3 }, 'abcdef')).toEqual([]);
  });
});
