import { describe, expect, test } from 'vitest';
import * as zod4 from 'zod';
import * as mini from 'zod/mini';
import * as core from 'zod/v4/core';
import { z as zod3 } from 'zod3';

import type { Json } from '../../src/core/json.ts';
import { issuesOf, read } from './read.ts';

/** One schema in the words that both releases share. */
function orderSchema(z: typeof zod4): zod4.ZodType {
  return z
    .object({
      id: z.string(),
      paid: z.boolean(),
      lines: z.array(z.object({ quantity: z.number().int().min(1) })),
      level: z.enum(['low', 'high']).optional(),
      kind: z.literal('order'),
      due: z.string().datetime(),
      code: z.string().regex(/^\d+$/).optional(),
      note: z.string().min(2).max(5).optional(),
      size: z.union([z.boolean(), z.number()]).optional(),
      nested: z.union([z.null(), z.object({ deep: z.number() })]).optional(),
      step: z.number().multipleOf(2).max(10).optional(),
    })
    .strict();
}

const BROKEN: Json = {
  paid: 'TRUE', lines: [{ quantity: 1 }, { quantity: '4' }, { quantity: 0 }], level: 'HIGH', kind: 'invoice', due: '2026-03-04', code: 'x', note: 'much too long',
  size: 'L', nested: { deep: '1' }, step: 11, extra: 1, other: null,
};

describe.each([
  ['Zod 4', orderSchema(zod4)],
  ['Zod 3', orderSchema(zod3 as unknown as typeof zod4)],
])('%s', (_, schema) => {
  test('issues are told in the same words, one for each member', async () => {
    expect((await issuesOf(schema, BROKEN)).map((issue) => issue.replace(/pattern \S* /, 'pattern '))).toEqual([
      '/code pattern string',
      '/due format date-time string',
      '/extra unknown-key  integer',
      '/id missing string missing',
      '/kind const order string',
      '/level enum low|high string',
      '/lines/1/quantity type number string',
      '/lines/2/quantity too-small 1 integer',
      '/nested/deep type number string',
      '/note too-long 5 string',
      '/other unknown-key  null',
      '/paid type boolean string',
      '/size union boolean|number string',
      '/step multiple-of 2 integer',
      '/step too-big 10 integer',
    ]);
  });

  test('its JSON Schema describes the input', async () => {
    const { jsonSchema } = await read(schema);
    expect(jsonSchema).toMatchObject({ type: 'object', additionalProperties: false, properties: { paid: { type: 'boolean' }, due: { format: 'date-time' } } });
    expect(jsonSchema?.['required']).toEqual(['id', 'paid', 'lines', 'kind', 'due']);
  });

  test('a valid payload is valid', async () => {
    expect(await issuesOf(schema, { id: 'a', paid: true, lines: [], kind: 'order', due: '2026-03-04T10:15:00Z' })).toEqual([]);
  });
});

describe('Zod 4', () => {
  test('is told from Zod 3', async () => {
    expect((await read(zod4.string())).kind).toBe('zod4');
    expect((await read(mini.string())).kind).toBe('zod4');
    expect((await read(zod3.string())).kind).toBe('zod3');
  });

  test('its own words reach the messages, and a bare core schema is read as well', async () => {
    const validation = await (await read(zod4.object({ paid: zod4.boolean() }))).validate({ paid: 'x' });
    expect(validation).toMatchObject({ issues: [{ message: 'Invalid input: expected boolean, received string' }] });
    expect(await issuesOf(new core.$ZodString({ type: 'string' }), 5)).toEqual([' type string integer']);
  });

  test('an unknown discriminator is an enum issue at the discriminator', async () => {
    const schema = zod4.discriminatedUnion('type', [zod4.object({ type: zod4.literal('a') }), zod4.object({ type: zod4.literal('b') })]);
    expect(await issuesOf(schema, { type: 'c' })).toEqual(['/type enum a|b string']);
    expect(await issuesOf(schema, {})).toEqual(['/type missing a|b missing']);
  });

  test('a union of objects is entered where a literal decides', async () => {
    const schema = zod4.union([
      zod4.object({ type: zod4.literal('card'), last4: zod4.string() }),
      zod4.object({ type: zod4.literal('iban'), status: zod4.enum(['new', 'used']) }),
    ]);
    expect(await issuesOf(schema, { type: 'card', last4: 1234 })).toEqual(['/last4 type string integer']);
    expect(await issuesOf(schema, { type: 'iban', status: 'NEW' })).toEqual(['/status enum new|used string']);
    expect(await issuesOf(schema, { type: 'cash' })).toEqual([' union  object']);
  });

  test('annotations reach the JSON Schema', async () => {
    const { jsonSchema } = await read(zod4.object({ plan: zod4.string().meta({ 'x-mendq-protect': true }) }));
    expect(jsonSchema).toMatchObject({ properties: { plan: { 'x-mendq-protect': true } } });
  });

  test('a date, which JSON can not carry, does not hide the rest of the JSON Schema', async () => {
    const { jsonSchema } = await read(zod4.object({ at: zod4.date().optional(), paid: zod4.boolean() }));
    expect(jsonSchema).toMatchObject({ properties: { paid: { type: 'boolean' } } });
  });

  test('a default that a function invents is no default, a constant one is', async () => {
    const constant = await read(zod4.object({ locale: zod4.string().default('en') }));
    expect(constant.jsonSchema).toMatchObject({ properties: { locale: { default: 'en' } } });
    let count = 0;
    const invented = await read(zod4.object({ key: zod4.string().default(() => `key-${count++}`) }));
    expect(JSON.stringify(invented.jsonSchema)).not.toContain('default');
  });

  test('refinements, transforms and asynchronous checks run', async () => {
    const schema = zod4.object({
      from: zod4.number(), to: zod4.number(), length: zod4.string().transform((text) => text.length),
      free: zod4.string().refine((name) => Promise.resolve(name !== 'taken')),
    }).refine(({ from, to }) => from < to, { path: ['to'], message: 'ends before it begins' });
    expect(await issuesOf(schema, { from: 2, to: 1, length: 'abc', free: 'open' })).toEqual(['/to custom  integer']);
    expect(await issuesOf(schema, { from: 1, to: 2, length: 'abc', free: 'taken' })).toEqual(['/free custom  string']);
    expect(await issuesOf(schema, { from: 1, to: 2, length: 'abc', free: 'open' })).toEqual([]);
  });
});
