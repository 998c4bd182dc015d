import Joi from 'joi';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import * as yup from 'yup';

import type { SchemaInput } from '../../src/core/job-type-options.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { issuesOf, read } from './read.ts';

/** One schema in the words of each library; what a library can't say is left out of what is expected of it. */
const joi = Joi.object({
  id: Joi.string().guid().required(), paid: Joi.boolean().required(), count: Joi.number().integer().min(1).max(9).default(3), note: Joi.string().min(2).max(5).allow(null),
  sku: Joi.string().pattern(/^[A-Z]+$/), level: Joi.string().valid('LOW', 'HIGH'), kind: Joi.valid('order'), email: Joi.string().email().description('of the buyer').meta({ 'x-mendq-protect': true }),
  lines: Joi.array().items(Joi.object({ quantity: Joi.number().positive().required() })).min(1), size: Joi.alternatives().try(Joi.string(), Joi.number()),
});
const yupOrder = yup.object({
  id: yup.string().uuid().required(), paid: yup.boolean().required(), count: yup.number().integer().min(1).max(9).default(3), note: yup.string().min(2).max(5).nullable(),
  sku: yup.string().matches(/^[A-Z]+$/), level: yup.string().oneOf(['LOW', 'HIGH']), email: yup.string().email(), lines: yup.array().of(yup.object({ quantity: yup.number().positive().required() }).noUnknown()).min(1),
}).noUnknown();
const valibot = v.strictObject({
  id: v.pipe(v.string(), v.uuid()), paid: v.boolean(), count: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9)), 3), note: v.nullish(v.pipe(v.string(), v.minLength(2), v.maxLength(5))),
  sku: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]+$/))), level: v.optional(v.picklist(['LOW', 'HIGH'])), kind: v.optional(v.literal('order')),
  email: v.optional(v.pipe(v.string(), v.email(), v.description('of the buyer'), v.metadata({ 'x-mendq-protect': true }))),
  lines: v.optional(v.pipe(v.array(v.object({ quantity: v.pipe(v.number(), v.gtValue(0)) })), v.minLength(1))), size: v.optional(v.union([v.string(), v.number()])),
});

const BROKEN: JsonObject = {
  paid: 'perhaps', count: 12, note: 'much too long', sku: 'ab', level: 'low', kind: 'invoice', email: 'ada', lines: [{ quantity: 'many' }, { quantity: -1 }], size: true, extra: 1,
};

test('Joi is read in its own words', async () => {
  expect((await read(joi)).kind).toBe('joi');
  expect(await issuesOf(joi, BROKEN)).toEqual([
    '/count too-big 9 integer', '/email format email string', '/extra unknown-key  integer', '/id missing  missing', '/kind const order string', '/level enum LOW|HIGH string',
    '/lines/0/quantity type number string', '/lines/1/quantity too-small 0 integer', '/note too-long 5 string', '/paid type boolean string', '/size union string|number boolean', '/sku pattern ^[A-Z]+$ string',
  ]);
});

test('Yup is read in its own words', async () => {
  expect((await read(yupOrder)).kind).toBe('yup');
  const { kind: _, size: __, ...broken } = BROKEN;
  expect(await issuesOf(yupOrder.strict(), broken)).toEqual([
    '/count too-big 9 integer', '/email format email string', '/extra unknown-key  integer', '/id missing  missing', '/level enum LOW|HIGH string', '/lines/0/quantity type number string',
    '/lines/1/quantity too-small 0 integer', '/note too-long 5 string', '/paid type boolean string', '/sku pattern ^[A-Z]+$ string',
  ]);
});

test('Valibot is read in its own words', async () => {
  expect((await read(valibot)).kind).toBe('standard:valibot');
  expect(await issuesOf(valibot, BROKEN)).toEqual([
    '/count too-big 9 integer', '/email format email string', '/extra unknown-key  integer', '/id missing  missing', '/kind const order string', '/level enum LOW|HIGH string',
    '/lines/0/quantity type number string', '/lines/1/quantity too-small 0 integer', '/note too-long 5 string', '/paid type boolean string', '/size union string|number boolean', '/sku pattern ^[A-Z]+$ string',
  ]);
});

const LINE = { type: 'object', properties: { quantity: { type: 'number', exclusiveMinimum: 0 } }, required: ['quantity'] };
const COMMON = {
  id: { type: 'string', format: 'uuid' }, paid: { type: 'boolean' }, count: { type: 'integer', minimum: 1, maximum: 9, default: 3 }, sku: { type: 'string', pattern: '^[A-Z]+$' },
  lines: { type: 'array', minItems: 1, items: LINE },
};

test.each<[string, SchemaInput, JsonObject]>([
  ['Joi', joi, { ...COMMON, note: { type: ['string', 'null'], minLength: 2, maxLength: 5 }, level: { enum: ['LOW', 'HIGH'] }, email: { description: 'of the buyer', 'x-mendq-protect': true } }],
  ['Yup', yupOrder, { ...COMMON, note: { type: ['string', 'null'], minLength: 2, maxLength: 5 }, level: { enum: ['LOW', 'HIGH'] } }],
  ['Valibot', valibot, { ...COMMON, note: { anyOf: [{ type: 'string', minLength: 2, maxLength: 5 }, { type: 'null' }] }, level: { enum: ['LOW', 'HIGH'] }, email: { description: 'of the buyer', 'x-mendq-protect': true } }],
])('%s describes its input as JSON Schema', async (_, schema, properties) => {
  const { jsonSchema } = await read(schema);
  expect(jsonSchema).toMatchObject({ type: 'object', properties, additionalProperties: false });
  expect(jsonSchema?.['required']).toEqual(['id', 'paid']);
});

describe('what the library itself converts', () => {
  test('is valid for Joi, unless the user switched that off', async () => {
    const payload = { id: '6f1c1f0e-8f3c-4a55-9b1d-0d8c5e3b6a11', paid: 'true', count: '3' };
    expect(await issuesOf(joi, payload)).toEqual([]);
    expect(await issuesOf(joi.prefs({ convert: false }), payload)).toEqual(['/count type number string', '/paid type boolean string']);
  });

  test('is valid for Yup, unless the user made it strict', async () => {
    const payload = { id: '6f1c1f0e-8f3c-4a55-9b1d-0d8c5e3b6a11', paid: 'true', count: '3' };
    expect(await issuesOf(yupOrder, payload)).toEqual([]);
    expect(await issuesOf(yupOrder.strict(), payload)).toEqual(['/count type number string', '/paid type boolean string']);
  });

  test('changes no payload', async () => {
    const payload = { id: ' x ', paid: 'true', lines: [{ quantity: '2' }] };
    await Promise.all([joi, yupOrder, valibot].map(async (schema) => (await read(schema)).validate(payload)));
    expect(payload).toEqual({ id: ' x ', paid: 'true', lines: [{ quantity: '2' }] });
  });
});

test.each<[string, SchemaInput]>([
  ['Joi', Joi.string().external(() => { throw new Error('lost connection'); })],
  ['Joi, in a custom rule', Joi.string().external(() => Promise.reject(new Error('lost connection')))],
  ['Yup', yup.string().test('own', 'own', () => Promise.reject(new Error('lost connection')))],
  ['Valibot', v.pipeAsync(v.string(), v.checkAsync(() => Promise.reject(new Error('lost connection'))))],
])('a rule of the user\'s own that throws, in %s, accepts nothing and refuses nothing', async (_, schema) => {
  await expect((await read(schema)).validate('text')).rejects.toMatchObject({ code: 'MENDQ_E_SCHEMA_THREW' });
});

test('a rule of Joi that waits is waited for', async () => {
  const taken = Joi.string().external((value: string, helpers) => Promise.resolve(value === 'taken' ? helpers.error('any.invalid') : value));
  expect(await issuesOf(taken, 'open')).toEqual([]);
  expect(await issuesOf(taken, 'taken')).toEqual([' custom  string']);
});

test.each<[string, SchemaInput]>([
  ['Yup', yup.string().test('own', 'own', (value) => Promise.resolve(value === 'open'))],
  ['Valibot', v.pipeAsync(v.string(), v.checkAsync((value) => Promise.resolve(value === 'open'), 'own'))],
])('a rule of the user\'s own that waits, in %s, is waited for', async (_, schema) => {
  expect(await issuesOf(schema, 'open')).toEqual([]);
  expect(await issuesOf(schema, 'taken')).toEqual([' custom  string']);
});

describe('parts that refer to each other', () => {
  test('a variant of Valibot is entered by its literal', async () => {
    const schema = v.object({ pay: v.variant('type', [v.object({ type: v.literal('card'), last4: v.string() }), v.object({ type: v.literal('iban') })]) });
    expect(await issuesOf(schema, { pay: { type: 'card', last4: 1234 } })).toEqual(['/pay/last4 type string integer']);
    expect(await issuesOf(schema, { pay: { type: 'cash' } })).toEqual(['/pay/type enum card|iban string']);
  });

  test('a schema of Valibot that contains itself ends', async () => {
    interface Tree { readonly name: string; readonly child?: Tree | undefined }
    const tree: v.GenericSchema<Tree> = v.object({ name: v.string(), child: v.optional(v.lazy(() => tree)) });
    expect(await issuesOf(tree, { name: 'a', child: { name: 3 } })).toEqual(['/child/name type string integer']);
    expect((await read(tree)).jsonSchema).toMatchObject({ properties: { child: { properties: { name: { type: 'string' } } } } });
  });

  test('keys with dots are places of their own for Yup', async () => {
    expect(await issuesOf(yup.object({ 'a.b': yup.number().required() }), { 'a.b': 'x' })).toEqual(['/a.b type number string']);
  });
});
