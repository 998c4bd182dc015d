import { expect, test } from 'vitest';

import type { Json, JsonObject } from '../../src/core/json.ts';
import { fragmentAt } from '../../src/repair/schema-fragment.ts';
import { isClosed, isRequired, knownKeys, wantOf } from '../../src/repair/want.ts';

function typesAt(schema: JsonObject, pointer: string, payload: Json = {}): readonly string[] {
  return [...(wantOf(fragmentAt(schema, payload, pointer), undefined).types ?? [])];
}

test('a place is found through properties, items, tuples, patterns and further members', () => {
  const schema: JsonObject = {
    properties: {
      list: { items: { properties: { flag: { type: 'boolean' } } } },
      pair: { prefixItems: [{ type: 'string' }], items: { type: 'integer' } },
      old: { items: [{ type: 'string' }, { type: 'boolean' }], additionalItems: { type: 'null' } },
      'a/b': { type: 'number' },
    },
    patternProperties: { '^x-': { type: 'array' }, '(': { type: 'null' } },
    additionalProperties: { type: 'object' },
  };
  const payload: Json = { list: [{ flag: 1 }], pair: ['a', 1], old: ['a', true, null] };
  expect(typesAt(schema, '/list/0/flag', payload)).toEqual(['boolean']);
  expect(['/pair/0', '/pair/1', '/old/1', '/old/2'].map((pointer) => typesAt(schema, pointer, payload))).toEqual([['string'], ['integer'], ['boolean'], ['null']]);
  expect(['/a~1b', '/x-1', '/other'].map((pointer) => typesAt(schema, pointer))).toEqual([['number'], ['array'], ['object']]);
});

test('references are followed, also those that go round in circles', () => {
  const schema: JsonObject = { $ref: '#/$defs/node', $defs: { node: { $ref: '#/$defs/tree' }, tree: { properties: { child: { $ref: '#/$defs/node' }, on: { type: 'boolean' } } }, loop: { $ref: '#/$defs/loop' } } };
  expect(typesAt(schema, '/child/child/on')).toEqual(['boolean']);
  expect(fragmentAt({ $ref: '#/$defs/loop', $defs: { loop: { $ref: '#/$defs/loop' } } }, {}, '')).toHaveLength(2);
  expect(fragmentAt({ $ref: '#/%E0%A4%A' }, {}, '')).toHaveLength(1);
});

test('alternatives that the payload rules out do not speak', () => {
  const schema: JsonObject = {
    anyOf: [
      { properties: { type: { const: 'a' }, value: { type: 'boolean' } } },
      { properties: { type: { const: 'b' }, value: { type: 'integer' } } },
      { type: 'string' },
    ],
  };
  expect(typesAt(schema, '/value', { type: 'b' })).toEqual(['integer']);
  expect(typesAt(schema, '/value', { type: 'c' })).toEqual(['boolean', 'integer']);
});

test('what the schema wants is told where it is clear', () => {
  const fragment = [{ type: 'string', format: 'date', default: 'x', maxLength: 9 }, { maxLength: 5, enum: ['x', 'y'] }];
  expect(wantOf(fragment, undefined)).toMatchObject({ types: new Set(['string']), members: ['x', 'y'], format: 'date', default: 'x', maxLength: 5, patterns: [] });
  expect(wantOf([{ default: 1 }, { default: 2 }], undefined).default).toBeUndefined();
  expect(wantOf([], { pointer: '', code: 'type', expected: 'integer|null', received: 'string', message: '' }).types).toEqual(new Set(['integer', 'null']));
});

test('members of an object: known, required, forbidden', () => {
  const fragment: readonly JsonObject[] = [{ properties: { a: {} }, required: ['a'] }, { properties: { b: {} }, additionalProperties: false }];
  expect([knownKeys(fragment), knownKeys([])]).toEqual([['a', 'b'], undefined]);
  expect([isRequired(fragment, 'a'), isRequired(fragment, 'b'), isRequired([], 'a')]).toEqual([true, false, undefined]);
  expect([isClosed(fragment), isClosed([{}])]).toEqual([true, false]);
});

test('what depends on the payload is looked up anew for each payload', () => {
  const schema: JsonObject = {
    properties: { count: {}, value: {} },
    dependentSchemas: { count: { properties: { value: { type: 'integer' } } } },
  };
  expect(typesAt(schema, '/value', { count: 1 })).toEqual(['integer']);
  expect(typesAt(schema, '/value', {})).toEqual([]);
  expect(typesAt(schema, '/value', { count: 1 })).toEqual(['integer']);
});

test('whole numbers are wanted where the schema says so, although the library calls them numbers', () => {
  const issue = { pointer: '/a', code: 'type', expected: 'number|null', received: 'string', message: '' } as const;
  expect(wantOf([{ type: 'integer' }], issue).types).toEqual(new Set(['integer', 'null']));
  expect(wantOf([{ type: ['integer', 'number'] }], issue).types).toEqual(new Set(['number', 'null']));
  expect(wantOf([], issue).types).toEqual(new Set(['number', 'null']));
});
