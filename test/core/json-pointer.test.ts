import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/core/json.ts';
import { coversPointer, expandPattern, generalise, isSafePointer, matchesPattern, pointerSegments, toPointer, valueAt, withValueAt } from '../../src/core/json-pointer.ts';

const document: Json = { 'a/b': 1, 'm~n': { x: [10, { y: 'z' }] }, empty: {} };

describe('json pointer', () => {
  it('escapes and unescapes / and ~ in segments', () => {
    expect(toPointer(['a/b', 'm~n', 0])).toBe('/a~1b/m~0n/0');
    expect(pointerSegments('/a~1b/m~0n/0')).toEqual(['a/b', 'm~n', '0']);
  });

  it.each([
    ['', document],
    ['/a~1b', 1],
    ['/m~0n/x/1/y', 'z'],
    ['/m~0n/x/2', undefined],
    ['/m~0n/x/01', undefined],
    ['/m~0n/x/length', undefined],
    ['/toString', undefined],
    ['/empty/constructor', undefined],
  ])('reads %s', (pointer, expected) => {
    expect(valueAt(document, pointer)).toEqual(expected);
  });

  it('writes into a copy, removes with undefined and leaves the original alone', () => {
    const before = structuredClone(document);
    expect(valueAt(withValueAt(document, '/m~0n/x/1/y', 'changed'), '/m~0n/x/1/y')).toBe('changed');
    expect(withValueAt({ a: 1, b: 2 }, '/a', undefined)).toEqual({ b: 2 });
    expect(withValueAt([1, 2, 3], '/1', undefined)).toEqual([1, 3]);
    expect(withValueAt([1], '/1', 2)).toEqual([1, 2]);
    expect(document).toEqual(before);
  });

  it.each(['/__proto__/admin', '/a/constructor', '/prototype', 'a'])('refuses the unsafe pointer %s', (pointer) => {
    expect(isSafePointer(pointer)).toBe(false);
    expect(withValueAt({ a: {} }, pointer, true)).toEqual({ a: {} });
  });

  it('keeps an own __proto__ key of the document as it is', () => {
    const hostile = JSON.parse('{"__proto__":{"admin":true},"a":1}') as Json;
    expect(JSON.stringify(withValueAt(hostile, '/a', 2))).toBe('{"__proto__":{"admin":true},"a":2}');
  });

  it('does nothing where the parent is missing', () => {
    expect(withValueAt({ a: 1 }, '/b/c', 1)).toEqual({ a: 1 });
    expect(withValueAt([1], '/5', 1)).toEqual([1]);
  });

  it('generalises array indices only where the document has an array', () => {
    expect(generalise({ items: [{ p: 1 }], byYear: { 2026: 1 } }, '/items/0/p')).toBe('/items/[*]/p');
    expect(generalise({ byYear: { 2026: 1 } }, '/byYear/2026')).toBe('/byYear/2026');
  });

  it('expands a pattern to every element, a missing last member included', () => {
    expect(expandPattern({ items: [{ p: 1 }, {}] }, '/items/[*]/p')).toEqual(['/items/0/p', '/items/1/p']);
    expect(expandPattern({ items: 'none' }, '/items/[*]/p')).toEqual([]);
  });

  it('matches patterns literally but for [*]', () => {
    expect(matchesPattern('/items/[*]/p', '/items/3/p')).toBe(true);
    expect(matchesPattern('/items/[*]/p', '/items/x/p')).toBe(false);
    expect(coversPointer('/customer', '/customer/address/city')).toBe(true);
    expect(coversPointer('/customer', '/customerId')).toBe(false);
  });
});
