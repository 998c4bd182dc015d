import { expect, test } from 'vitest';

import type { Json, JsonObject } from '../../src/core/json.ts';
import type { Operation } from '../../src/core/operation.ts';
import { carriedOut, prove, type Proof } from '../../src/repair/prove.ts';
import type { Subject } from '../../src/repair/subject.ts';
import { jobTypeOf, type LetterSketch } from './letters.ts';

const SCHEMA: JsonObject = {
  type: 'object',
  properties: { note: { type: 'string', maxLength: 3 }, plan: { enum: ['a', 'b'], default: 'b' }, source: { type: 'string' }, flag: { type: 'boolean' } },
  required: ['plan', 'source'],
};
const MISSING = { code: 'missing', received: 'missing' } as const;
const TOO_LONG = { code: 'too-long', received: 'string' } as const;
const RENAME: Operation = { name: 'rename-key', class: 'lossless', path: '/source', when: MISSING, with: { from: 's' } };

async function subjectOf(payload: Json, sketch: LetterSketch): Promise<Subject> {
  const jobType = await jobTypeOf({ schema: SCHEMA, ...sketch });
  if (jobType.schema === undefined) throw new Error('no schema');
  const validation = await jobType.schema.validate(payload);
  return { payload, issues: validation.valid ? [] : validation.issues, schema: jobType.schema, jobType };
}

/** Proves what a program makes of a payload. */
async function proofOf(payload: Json, operations: readonly Operation[], sketch: LetterSketch = {}, after?: Json): Promise<Proof> {
  const before = await subjectOf(payload, sketch);
  return prove({ before, operations, after: after === undefined ? await carriedOut(before, operations) : await subjectOf(after, sketch), textRefused: false });
}

test('a program that answers the schema is proved', async () => {
  expect(await proofOf({ plan: 'a', s: 'x' }, [RENAME])).toMatchObject({ kind: 'proved' });
});

test.each<[string, string, Json, readonly Operation[], LetterSketch?]>([
  ['a valid payload', 'needed-repair', { plan: 'a', source: 'x' }, []],
  ['an operation that does not exist', 'operations-allowed', { plan: 'a' }, [{ name: 'guess', class: 'lossless', path: '/source', when: MISSING }]],
  ['an operation under a safer class', 'operations-allowed', { plan: 'a', source: 's', note: 'long' }, [{ name: 'cut-to-length', class: 'lossless', path: '/note', when: TOO_LONG, with: { length: 3 } }]],
  ['a loss outside of free text', 'operations-allowed', { plan: 'a', source: 's', note: 'long' }, [{ name: 'cut-to-length', class: 'lossy', path: '/note', when: TOO_LONG, with: { length: 3 } }]],
  ['a path through a prototype', 'operations-allowed', { plan: 'a', s: 'x' }, [RENAME, { name: 'trim', class: 'lossless', path: '/__proto__/x', when: { code: 'any', received: 'string' } }]],
  ['a key that reaches a prototype', 'operations-allowed', { plan: 'a', s: 'x' }, [{ ...RENAME, with: { from: '__proto__' } }]],
  ['too many operations', 'operations-allowed', { plan: 'a', s: 'x' }, Array.from({ length: 9 }, () => RENAME)],
  ['a result that the schema refuses', 'schema-accepts', { plan: 'a', s: 5 }, [RENAME]],
  ['a protected value', 'protected-equal', { plan: 'a', source: 'x', flag: 'TRUE' }, [{ name: 'boolean-from-string', class: 'lossless', path: '/flag', when: { code: 'type', received: 'string' } }], { protect: ['/flag'] }],
  ['a value from nowhere', 'no-invented-value', { plan: 'a' }, [{ name: 'set-default', class: 'default', path: '/source', when: MISSING, with: 'invented' }]],
  ['one of several allowed values', 'no-invented-value', { source: 'x' }, [{ name: 'set-default', class: 'default', path: '/plan', when: MISSING, with: 'a' }]],
  ['a value that is not the user’s', 'no-invented-value', { plan: 'a' }, [{ name: 'fill-value', class: 'default', path: '/source', when: MISSING, with: 'other' }], { fill: { '/source': 'unknown' } }],
])('%s is refuted by %s', async (_, proof, payload, operations, sketch) => {
  expect(await proofOf(payload, operations, sketch)).toMatchObject({ kind: 'refuted', proof });
});

test('a result that the program does not give is refuted', async () => {
  expect(await proofOf({ plan: 'a', s: 'x' }, [RENAME], {}, { plan: 'a', source: 'y' })).toMatchObject({ kind: 'refuted', proof: 'gives-this-payload' });
});

test('a payload with a key __proto__ is refuted', async () => {
  expect(await proofOf(JSON.parse('{"plan":"a","s":"x","__proto__":1}') as Json, [RENAME])).toMatchObject({ kind: 'refuted', proof: 'no-prototype-key' });
});
