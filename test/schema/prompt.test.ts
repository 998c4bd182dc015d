import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import * as zod4 from 'zod';
import { z as zod3 } from 'zod3';

import type { SchemaInput } from '../../src/core/job-type-options.ts';
import type { Json, JsonObject } from '../../src/core/json.ts';
import { issuesOf, read } from './read.ts';

const tree: zod4.ZodType = zod4.lazy(() => zod4.object({ name: zod4.string(), child: tree.nullish() }));
const kinds = zod4.discriminatedUnion('kind', [zod4.object({ kind: zod4.literal('a') }), zod4.object({ kind: zod4.literal('b'), list: zod4.tuple([zod4.int()]) })]);

test.each<[string, SchemaInput]>([
  ['Zod 4 without functions', zod4.object({ id: zod4.uuid('give an id'), note: zod4.string().trim().max(5).default('x'), tags: zod4.record(zod4.string(), zod4.number().min(1)) }).strict()],
  ['Zod 4 with a union, a tuple and recursion', zod4.object({ tree, kinds, all: zod4.intersection(zod4.object({}), zod4.object({})) })],
  ['Zod 4 that only coerces', zod4.object({ count: zod4.coerce.number() })],
  ['Zod 3 without functions', zod3.object({ id: zod3.string().uuid(), list: zod3.array(zod3.union([zod3.string(), zod3.lazy(() => zod3.number())])).optional() })],
  ['JSON Schema', { type: 'object', properties: { id: { type: 'string' } } }],
])('%s answers without waiting, and the same', async (_, input) => {
  const schema = await read(input);
  for (const payload of [{}, { id: 7, tree: {}, kinds: { kind: 'b', list: ['x'] }, count: 'x', list: [true] }] satisfies Json[]) {
    expect(schema.validateNow?.(payload)).toEqual(await schema.validate(payload));
  }
});

test.each<[string, SchemaInput]>([
  ['a refinement', zod4.object({ id: zod4.string().refine(() => true) })],
  ['superRefine inside of a list', zod4.array(zod4.string().superRefine(() => undefined))],
  ['a transform', zod4.object({ id: zod4.string().transform((text) => text.length) })],
  ['a preprocessor', zod4.preprocess((value) => value, zod4.string())],
  ['a catch', zod4.object({ id: zod4.string().catch('x') })],
  ['a schema of the user\'s own making', zod4.object({ at: zod4.custom(() => true) })],
  ['a codec', zod4.codec(zod4.string(), zod4.number(), { decode: Number, encode: String })],
  ['a refinement behind a lazy schema', zod4.lazy(() => zod4.string().refine(() => true))],
  ['a refinement of Zod 3', zod3.object({ id: zod3.string().refine(() => true) })],
  ['a refinement in a discriminated union of Zod 3', zod3.discriminatedUnion('kind', [zod3.object({ kind: zod3.literal('a'), id: zod3.string().refine(() => true) })])],
  ['a catch of Zod 3', zod3.object({ id: zod3.string().catch('x') })],
  ['a Standard Schema', { '~standard': { version: 1, vendor: 'small', validate: (value: unknown) => ({ value }) } }],
])('%s might wait, so that only the limited way is offered', async (_, input) => {
  expect((await read(input)).validateNow).toBeUndefined();
});

test('a refinement that changes what it is given changes no payload', async () => {
  const schema = zod4.object({ lines: zod4.array(zod4.object({ quantity: zod4.number() })).refine((lines) => { lines.pop(); return true; }), paid: zod4.boolean() });
  const payload: Json = { lines: [{ quantity: 1 }], paid: 'TRUE' };
  expect(await issuesOf(schema, payload)).toEqual(['/paid type boolean string']);
  expect(payload).toEqual({ lines: [{ quantity: 1 }], paid: 'TRUE' });
});

test.each<[string, unknown]>([
  ['nothing', undefined], ['a word', 'fine'], ['neither a value nor issues', {}], ['issues that are no list', { issues: 'many' }],
  ['a failure without an issue', { issues: [] }], ['issues that throw when they are read', { get issues() { throw new Error('gone'); } }],
])('a validator that answers %s accepts nothing', async (_, answer) => {
  const schema = await read({ '~standard': { version: 1, vendor: 'odd', validate: () => answer } });
  await expect(schema.validate({})).rejects.toMatchObject({ code: 'MENDQ_E_SCHEMA_THREW' });
});

test('a promise that is none of this realm\'s is waited for', async () => {
  const answer: unknown = runInNewContext("Promise.resolve({ issues: [{ message: 'no' }] })");
  expect(await issuesOf({ '~standard': { version: 1, vendor: 'odd', validate: () => answer } }, 1)).toEqual([' custom  integer']);
});

const MANY = 100_000;

test.each<[string, SchemaInput, Json]>([
  ['JSON Schema', { type: 'array', items: { type: 'integer' } }, Array.from({ length: MANY }, () => 'x')],
  ['Zod 4', zod4.array(zod4.int()), Array.from({ length: MANY }, () => 'x')],
  ['unknown keys of Zod 4', zod4.strictObject({}), Object.fromEntries(Array.from({ length: MANY }, (_, index) => [`k${index}`, 1])) as JsonObject],
  ['a Standard Schema', { '~standard': { version: 1, vendor: 'odd', validate: () => ({ issues: Array.from({ length: MANY }, (_, index) => ({ message: 'no', path: [index] })) }) } }, []],
])('of very many issues of %s a bounded number is kept', async (_, input, payload) => {
  const validation = await (await read(input, 60_000)).validate(payload);
  expect(validation.valid).toBe(false);
  expect(validation.valid ? 0 : validation.issues.length).toBe(10_000);
});
