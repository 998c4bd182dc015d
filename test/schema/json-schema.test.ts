import { expect, test } from 'vitest';

import { isMendqError } from '../../src/core/errors.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { issuesOf, read } from './read.ts';

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';

test('every keyword is told in mendq’s words, at the member where it is about one', async () => {
  const schema: JsonObject = {
    type: 'object',
    properties: {
      paid: { type: 'boolean' }, size: { type: ['integer', 'null'] }, level: { enum: ['low', 1] }, kind: { const: 'order' },
      day: { type: 'string', format: 'date' }, sku: { type: 'string', pattern: '^[A-Z]+$' }, note: { type: 'string', maxLength: 3 },
      tags: { type: 'array', minItems: 1 }, count: { type: 'integer', minimum: 1, multipleOf: 2 }, keys: { type: 'object', propertyNames: { pattern: '^k' } },
    },
    required: ['id'],
    additionalProperties: false,
    dependentRequired: { paid: ['payer'] },
  };
  const payload = {
    paid: 'TRUE', size: 'L', level: 'LOW', kind: 'invoice', day: '20260304', sku: 'abc', note: 'long', tags: [], count: -1, keys: { other: 1 }, 'a/b': 1, extra: null,
  };
  expect(await issuesOf(schema, payload)).toEqual([
    '/a~1b unknown-key  integer', '/count multiple-of 2 integer', '/count too-small 1 integer', '/day format date string', '/extra unknown-key  null',
    '/id missing  missing', '/keys/other custom  integer', '/kind const order string', '/level enum low|1 string', '/note too-long 3 string',
    '/paid type boolean string', '/payer missing  missing', '/size type integer|null string', '/sku pattern ^[A-Z]+$ string', '/tags too-short 1 array',
  ]);
});

test('a union is entered where the type or a literal decides, through $ref and recursion', async () => {
  const schema: JsonObject = {
    type: 'object',
    properties: {
      pay: { anyOf: [{ $ref: '#/$defs/card' }, { $ref: '#/$defs/iban' }] },
      tree: { $ref: '#/$defs/tree' },
      open: { anyOf: [{ type: 'boolean' }, { type: 'number' }] },
      list: { type: 'array', items: { oneOf: [{ type: 'null' }, { type: 'object', properties: { count: { type: 'integer' } } }] } },
    },
    $defs: {
      card: { type: 'object', properties: { type: { const: 'card' }, last4: { type: 'string' } }, required: ['type', 'last4'] },
      iban: { type: 'object', properties: { type: { const: 'iban' }, holder: { type: 'string' } }, required: ['type', 'holder'] },
      tree: { type: 'object', properties: { name: { type: 'string' }, child: { oneOf: [{ type: 'null' }, { $ref: '#/$defs/tree' }] } } },
    },
  };
  expect(await issuesOf(schema, { pay: { type: 'iban', holder: 3 }, tree: { child: { child: { name: 7 } } }, open: '1', list: [null, { count: '2' }] })).toEqual([
    '/list/1/count type integer string', '/open union boolean|number string', '/pay/holder type string integer', '/tree/child/child/name type string integer',
  ]);
  expect(await issuesOf(schema, { pay: { type: 'cash' } })).toEqual(['/pay union  object']);
});

test('a value that fits two alternatives of oneOf is a union issue', async () => {
  const schema: JsonObject = { type: 'object', properties: { size: { oneOf: [{ type: 'integer' }, { type: 'number' }] } } };
  expect(await issuesOf(schema, { size: 1 })).toEqual(['/size union  integer']);
});

test('issues beside a union stay', async () => {
  const schema: JsonObject = {
    type: 'object',
    properties: { size: { type: 'string' }, other: { anyOf: [{ type: 'boolean' }, { type: 'integer' }] } },
    anyOf: [{ required: ['id'] }, { required: ['key'] }],
  };
  expect(await issuesOf(schema, { size: 1, other: 'x' })).toEqual([' union  object', '/other union boolean|integer string', '/size type string integer']);
});

test('draft-07 is known by its $schema', async () => {
  const schema: JsonObject = { $schema: DRAFT_07, type: 'object', definitions: { flag: { type: 'boolean' } }, properties: { pair: { items: [{ type: 'string' }, { $ref: '#/definitions/flag' }] } } };
  expect(await issuesOf(schema, { pair: ['a', 'TRUE'] })).toEqual(['/pair/1 type boolean string']);
});

test.each<[string, JsonObject]>([
  ['a type that does not exist', { type: 'strin' }],
  ['a reference to nowhere', { type: 'object', properties: { a: { $ref: '#/$defs/gone' } } }],
  ['a pattern that is none', { type: 'string', pattern: '(' }],
  ['a draft that nobody knows', { $schema: 'https://example.com/draft', type: 'string' }],
  ['an object without any keyword', { invoiceId: 'string' }],
])('%s is refused with the place in the configuration', async (_, schema) => {
  const error: unknown = await read(schema).catch((thrown: unknown) => thrown);
  expect(isMendqError(error) && error.code).toBe('MENDQ_E_CONFIG');
  expect(String(error)).toContain('queue invoices, job parse-invoice, schema');
});

test('a schema that the application changes later stays what it was', async () => {
  const schema: JsonObject = { type: 'object', required: ['id'] };
  const payloadSchema = await read(schema);
  schema['required'] = [];
  expect(payloadSchema.jsonSchema).toEqual({ type: 'object', required: ['id'] });
  expect(await payloadSchema.validate({})).toMatchObject({ valid: false });
});

test('a member __proto__ forbidden by the schema is found, and no prototype is touched', async () => {
  const hostile = JSON.parse('{"a":1,"__proto__":{"admin":true}}') as JsonObject;
  const schema: JsonObject = { type: 'object', properties: { a: { type: 'integer' } }, additionalProperties: false };
  expect(await issuesOf(schema, hostile)).toEqual(['/__proto__ unknown-key  object']);
  expect(({} as { admin?: boolean }).admin).toBeUndefined();
});
