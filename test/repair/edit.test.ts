import { expect, test } from 'vitest';

import type { Json } from '../../src/core/json.ts';
import { applyEdits, type Edit } from '../../src/repair/edit.ts';

test('edits give a copy, and what they do not touch is shared', () => {
  const document = { a: { b: 1 }, list: [1, { c: 2 }], rest: { x: [1] } };
  const before = structuredClone(document);
  const after = applyEdits(document, [
    { kind: 'set', pointer: '/a/b', value: 2 }, { kind: 'set', pointer: '/list/1/c', value: 3 }, { kind: 'remove', pointer: '/a/b' }, { kind: 'set', pointer: '/a/new', value: null },
  ]);
  expect(after).toEqual({ a: { new: null }, list: [1, { c: 3 }], rest: { x: [1] } });
  expect(document).toEqual(before);
  expect((after as typeof document).rest).toBe(document.rest);
});

test('a renamed member keeps its place', () => {
  expect(JSON.stringify(applyEdits({ a: 1, b: 2, c: 3 }, [{ kind: 'rename', pointer: '/b', to: 'x' }]))).toBe('{"a":1,"x":2,"c":3}');
});

test.each<[string, Json, Edit]>([
  ['a parent that is not there', { a: 1 }, { kind: 'set', pointer: '/b/c', value: 1 }],
  ['a member of a text', { a: 'x' }, { kind: 'set', pointer: '/a/length', value: 1 }],
  ['an element that is not there', { a: [1] }, { kind: 'set', pointer: '/a/5', value: 1 }],
  ['a property of a list', { a: [1] }, { kind: 'set', pointer: '/a/length', value: 0 }],
  ['a prototype', { a: 1 }, { kind: 'set', pointer: '/__proto__/x', value: 1 }],
  ['a key that is taken', { a: 1, b: 2 }, { kind: 'rename', pointer: '/a', to: 'b' }],
  ['a key that reaches a prototype', { a: 1 }, { kind: 'rename', pointer: '/a', to: '__proto__' }],
  ['an element of a list, to be removed', [1, 2], { kind: 'remove', pointer: '/0' }],
])('%s is left alone', (_, document, edit) => {
  const before = structuredClone(document);
  expect(applyEdits(document, [edit])).toEqual(before);
  expect(({} as { x?: unknown }).x).toBeUndefined();
});

test('an own member __proto__ stays what it is', () => {
  const hostile = JSON.parse('{"a":{"__proto__":{"admin":true},"b":1}}') as Json;
  const after = applyEdits(hostile, [{ kind: 'set', pointer: '/a/b', value: 2 }, { kind: 'rename', pointer: '/a/b', to: 'c' }]);
  expect(JSON.stringify(after)).toBe('{"a":{"__proto__":{"admin":true},"c":2}}');
});

test('the whole document may be replaced', () => {
  expect(applyEdits('{}', [{ kind: 'set', pointer: '', value: {} }])).toEqual({});
});
