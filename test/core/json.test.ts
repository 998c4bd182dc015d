import { describe, expect, it } from 'vitest';
import { jsonEqual, jsonTypeOf, parseJson } from '../../src/core/json.ts';

describe('json', () => {
  it.each([
    [undefined, 'missing'], [null, 'null'], [[], 'array'], [{}, 'object'], [1, 'integer'], [1.5, 'number'], ['', 'string'], [false, 'boolean'],
  ])('names the type of %j', (value, expected) => {
    expect(jsonTypeOf(value)).toBe(expected);
  });

  it('parses a body and gives undefined for what is not UTF-8 or not JSON', () => {
    expect(parseJson(Buffer.from('{"a":[1]}'))).toEqual({ a: [1] });
    expect(parseJson(Buffer.from([0xff, 0xfe]))).toBeUndefined();
    expect(parseJson('{"a":')).toBeUndefined();
    expect(parseJson(new Uint8Array())).toBeUndefined();
  });

  it('keeps __proto__ an own key and no prototype', () => {
    const parsed = parseJson('{"__proto__":{"admin":true}}');
    expect(Object.hasOwn(parsed as object, '__proto__')).toBe(true);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it('compares without key order, with array order and without inherited members', () => {
    expect(jsonEqual({ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 })).toBe(true);
    expect(jsonEqual([1, 2], [2, 1])).toBe(false);
    expect(jsonEqual({ a: 1 }, { a: 1, b: 1 })).toBe(false);
    expect(jsonEqual({ toString: 1 }, { x: 1 })).toBe(false);
    expect(jsonEqual(null, {})).toBe(false);
  });
});
