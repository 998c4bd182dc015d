import { describe, expect, test } from 'vitest';

import { HOSTILE_PLACES, WIDE_PAYLOADS } from '../../bench/hostile/payloads.ts';
import { HOSTILE_TEXTS } from '../../bench/hostile/texts.ts';
import type { Json, JsonObject } from '../../src/core/json.ts';
import type { PayloadSchema } from '../../src/core/payload-schema.ts';
import { repair } from '../../src/repair/repair.ts';
import { readTestSchema, requestOf } from './letters.ts';

const SMALL = 3_000;
const LARGE = 30_000;
/** The search, the proof, tidying. */
const MOST_QUESTIONS = 72;

/** How often a validator is asked about a payload and what its repair tries: the one thing whose cost a user can't foresee. */
async function questionsAbout(payload: Json, wanted: JsonObject): Promise<number> {
  const schema = await readTestSchema(wanted);
  const request = await requestOf(payload, { schema: wanted });
  let questions = 0;
  const counting: PayloadSchema = { kind: schema.kind, jsonSchema: schema.jsonSchema, validate: (value) => { questions++; return schema.validate(value); } };
  await repair([{ ...request, letter: { ...request.letter, jobType: { ...request.letter.jobType, schema: counting } } }], { remedies: new Map() });
  return questions;
}

describe('a validator is asked no more often about ten times the text', () => {
  test.each(HOSTILE_PLACES.map((place) => [place.name, place] as const))('%s', async (_, { payload, schema }) => {
    for (const [kind, textOf] of Object.entries(HOSTILE_TEXTS)) {
      const [small, large] = [await questionsAbout(payload(textOf(SMALL)), schema), await questionsAbout(payload(textOf(LARGE)), schema)];
      expect(large, kind).toBeLessThanOrEqual(small);
      expect(small, kind).toBeLessThanOrEqual(MOST_QUESTIONS);
    }
  });
});

test.each(Object.entries(WIDE_PAYLOADS))('a validator is asked no more often about ten times the members: %s', async (_, make) => {
  const [small, large] = [make(1_400), make(14_000)];
  expect(await questionsAbout(large.payload, large.schema)).toBeLessThanOrEqual(await questionsAbout(small.payload, small.schema));
});
