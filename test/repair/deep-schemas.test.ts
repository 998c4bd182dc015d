import { IsBoolean, IsIn, IsInt, IsOptional, IsString } from 'class-validator';
import Joi from 'joi';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import * as yup from 'yup';
import { z } from 'zod';
import { z as z3 } from 'zod3';

import { classValidator } from '../../src/class-validator.ts';
import type { SchemaInput } from '../../src/core/job-type-options.ts';
import type { Json, JsonObject } from '../../src/core/json.ts';
import { outcomeOf } from './letters.ts';

const flag: JsonObject = { type: 'boolean' };
const whole: JsonObject = { type: 'integer' };
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more });
const BRANCHES = ['if', 'then', 'else'] as const;
const condition = (...parts: readonly [when: JsonObject, holding: JsonObject, otherwise?: JsonObject]): JsonObject => Object.fromEntries(BRANCHES.map((keyword, index) => [keyword, parts[index] ?? {}]));
const byKind = condition(
  { properties: { kind: { const: 'count' } }, required: ['kind'] },
  { properties: { value: whole, packing: { type: 'string', default: 'piece' } }, required: ['packing'] },
  { properties: { value: flag } },
);

class Settings {
  declare silent: boolean;
  declare retries: number;
  declare level: string;
  declare note?: string;
  locale = 'en';
}
for (const [member, decorator] of [['silent', IsBoolean()], ['retries', IsInt()], ['level', IsIn(['LOW', 'HIGH'])], ['note', IsString()], ['note', IsOptional()], ['locale', IsString()]] as const) {
  decorator(Settings.prototype, member);
}

test.each<[string, SchemaInput, Json, Json]>([
  ['a discriminated union', object({ pay: { oneOf: [object({ type: { const: 'a' }, n: whole }, { required: ['type', 'n'] }), object({ type: { const: 'b' }, f: flag }, { required: ['type', 'f'] })] } }), { pay: { type: 'b', f: 'TRUE' } }, { pay: { type: 'b', f: true } }],
  ['allOf, a default in one part', { allOf: [object({ n: whole }), object({ m: { ...flag, default: true } }, { required: ['m'] })] }, { n: '3' }, { n: 3, m: true }],
  ['a recursive reference', { $ref: '#/$defs/node', $defs: { node: object({ n: whole, kids: { type: 'array', items: { $ref: '#/$defs/node' } } }) } }, { kids: [{ n: '2', kids: [{ n: '3' }] }] }, { kids: [{ n: 2, kids: [{ n: 3 }] }] }],
  ['a reference to an anchor', object({ on: { $ref: '#flag' } }, { $defs: { flag: { $anchor: 'flag', ...flag, default: true } }, required: ['on'] }), {}, { on: true }],
  ['a reference to an id', object({ on: { $ref: 'flag.json' } }, { $id: 'https://example.com/root.json', $defs: { flag: { $id: 'flag.json', ...flag, default: true } }, required: ['on'] }), {}, { on: true }],
  ['the branch of a condition that holds', object({ kind: { type: 'string' } }, byKind), { kind: 'count', value: '3' }, { kind: 'count', value: 3, packing: 'piece' }],
  ['the branch of a condition that does not hold', object({ kind: { type: 'string' } }, byKind), { kind: 'switch', value: 'TRUE' }, { kind: 'switch', value: true }],
  ['a tuple', object({ pair: { type: 'array', prefixItems: [{ type: 'string' }, whole], items: false } }), { pair: ['a', '3'] }, { pair: ['a', 3] }],
  ['members by pattern, and all others', object({}, { patternProperties: { '^n_': whole }, additionalProperties: flag }), { n_a: '3', other: 'FALSE' }, { n_a: 3, other: false }],
  ['a member that another one demands', object({ a: { type: 'string' }, locale: { type: 'string', default: 'en' } }, { dependentRequired: { a: ['locale'] } }), { a: 'x' }, { a: 'x', locale: 'en' }],
  ['a schema that a member brings along', object({ a: { type: 'string' } }, { dependentSchemas: { a: { properties: { n: whole } } } }), { a: 'x', n: '3' }, { a: 'x', n: 3 }],
  ['a nullable member', object({ n: { type: 'number', nullable: true } }), { n: '3' }, { n: 3 }],
])('%s is repaired', async (_, schema, payload, expected) => {
  expect(await outcomeOf(payload, { schema })).toEqual(expected);
});

test.each<[string, SchemaInput, Json]>([
  ['a union that admits two readings', object({ value: { anyOf: [flag, { type: 'number' }] } }), { value: '1' }],
  ['a list that needs one element of a kind', object({ list: { type: 'array', contains: whole } }), { list: ['3', '4'] }],
  ['a default behind a condition that nobody can judge', object({ name: { type: 'string' } }, condition({ properties: { name: { pattern: '^x' } } }, { required: ['mode'] }, { properties: { mode: { default: 'live' } } })), { name: 'xy' }],
  ['a transform that then refuses', z.object({ n: z.string().transform(Number).pipe(z.number().min(5)) }), { n: '3' }],
  ['a refinement that refuses the repaired payload', z.object({ a: z.number(), b: z.number() }).refine(({ a, b }) => a < b), { a: '3', b: 2 }],
  ['an async refinement that refuses it', z.object({ a: z.boolean(), name: z.string().refine((name) => Promise.resolve(name !== 'taken')) }), { a: 'TRUE', name: 'taken' }],
])('%s is left to a person', async (_, schema, payload) => {
  expect(await outcomeOf(payload, { schema })).toMatch(/^abstained: /);
});

describe.each([['Zod 4', z], ['Zod 3', z3 as unknown as typeof z]])('%s', (_, zod) => {
  test.each<[string, SchemaInput, Json, Json]>([
    ['before a transform', zod.object({ n: zod.number().transform((n) => n + 1) }), { n: '3' }, { n: 3 }],
    ['behind a preprocessor', zod.object({ n: zod.preprocess((value) => value, zod.number()) }), { n: '3' }, { n: 3 }],
    ['beside a refinement', zod.object({ a: zod.number(), b: zod.number() }).refine(({ a, b }) => a < b), { a: '1', b: 2 }, { a: 1, b: 2 }],
    ['beside an async refinement', zod.object({ a: zod.boolean(), name: zod.string().refine(() => Promise.resolve(true)) }), { a: 'TRUE', name: 'x' }, { a: true, name: 'x' }],
    ['branded and read-only', zod.object({ n: zod.number().brand('Count').readonly() }), { n: '1' }, { n: 1 }],
    ['with a default', zod.object({ locale: zod.string().default('en') }), { locale: null }, { locale: 'en' }],
    ['that may be absent', zod.object({ n: zod.number().optional() }), { n: null }, {}],
    ['of an intersection', zod.intersection(zod.object({ a: zod.number() }), zod.object({ b: zod.boolean() })), { a: '1', b: 'TRUE' }, { a: 1, b: true }],
    ['of a discriminated union', zod.discriminatedUnion('t', [zod.object({ t: zod.literal('a'), n: zod.number() }), zod.object({ t: zod.literal('b') })]), { t: 'a', n: '1' }, { t: 'a', n: 1 }],
    ['of a record', zod.record(zod.string(), zod.number()), { a: '3' }, { a: 3 }],
  ])('a member %s is repaired', async (__, schema, payload, expected) => {
    expect(await outcomeOf(payload, { schema })).toEqual(expected);
  });

  test.each<[string, SchemaInput, Json]>([
    ['coerced', zod.object({ paid: zod.coerce.boolean() }), { paid: 'FALSE' }],
    ['caught', zod.object({ n: zod.number().catch(5) }), { n: '1' }],
  ])('a payload that is %s is valid, and stays what it is', async (__, schema, payload) => {
    expect(await outcomeOf(payload, { schema })).toBe('abstained: the payload is valid as it is');
  });
});

test.each<[string, SchemaInput]>([
  ['class-validator', classValidator(Settings, { whitelist: true, forbidNonWhitelisted: true })],
  ['Joi', Joi.object({ silent: Joi.boolean().strict().required(), retries: Joi.number().strict().integer().required(), level: Joi.string().valid('LOW', 'HIGH'), note: Joi.string(), locale: Joi.string().default('en') })],
  ['Yup', yup.object({ silent: yup.boolean().required(), retries: yup.number().integer().required(), level: yup.string().oneOf(['LOW', 'HIGH']), note: yup.string(), locale: yup.string().default('en') }).noUnknown().strict()],
  ['Valibot', v.strictObject({ silent: v.boolean(), retries: v.pipe(v.number(), v.integer()), level: v.picklist(['LOW', 'HIGH']), note: v.optional(v.string()), locale: v.optional(v.string(), 'en') })],
])('%s: types, values, defaults and keys are repaired by its own words', async (_, schema) => {
  const payload = { silent: 'TRUE', retries: '3', level: 'low', locale: null, __trace: 'x' };
  expect(await outcomeOf(payload, { schema })).toEqual({ silent: true, retries: 3, level: 'LOW', locale: 'en' });
});

test.each<[string, SchemaInput, Json]>([
  ['Zod 4', z.object({ plan: z.string().meta({ 'x-mendq-protect': true }).default('free') }), { plan: null }],
  ['Joi', Joi.object({ plan: Joi.string().default('free').meta({ 'x-mendq-protect': true }) }), { plan: null }],
  ['Yup', yup.object({ plan: yup.string().default('free').meta({ 'x-mendq-protect': true }) }).strict(), { plan: null }],
  ['Valibot', v.object({ plan: v.optional(v.pipe(v.string(), v.metadata({ 'x-mendq-protect': true })), 'free') }), { plan: null }],
  ['the branch of a condition', object({ kind: { type: 'string' } }, condition({ properties: { kind: { const: 'a' } } }, { properties: { plan: { type: 'string', default: 'free', 'x-mendq-protect': true } } })), { kind: 'a', plan: null }],
])('what %s annotates as protected gets no default in place of its value', async (_, schema, payload) => {
  expect(await outcomeOf(payload, { schema })).toMatch(/its schema protects it/);
});
