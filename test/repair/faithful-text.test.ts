import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Json } from '../../src/core/json.ts';
import { printsAlike, readPlainNumber } from '../../src/repair/decimal.ts';
import { lossOnRewriting } from '../../src/repair/faithful-text.ts';

function loss(text: string): string | undefined {
  return lossOnRewriting(text, JSON.parse(text) as Json);
}

test.each([
  ['{"a":12345678901234567890}'], ['[1e400]'], ['{"a":{"b":[0.1234567890123456789]}}'], ['-9007199254740993'],
])('%s holds a number that would change', (text) => {
  expect(loss(text)).toContain('number');
});

test.each([['{"a":1,"a":2}'], ['{"a":1,"\\u0061":2}'], ['[{"x":{"k":[],"k":{}}}]'], ['{"a":"\\"","a":1}'], ['{"__proto__":1,"__proto__":2}']])('%s holds a key twice', (text) => {
  expect(loss(text)).toContain('twice');
});

test.each([
  ['{ "a" : 1.0 }'], ['[1e2, -0, 0.50]'], ['{"a":{"k":1},"b":{"k":1},"k":["k","k"]}'], ['"{\\"a\\":1,\\"a\\":2}"'], ['{"a":"12345678901234567890, \\\\"}'], ['{"a\\\\":1,"a":2}'], ['  true '],
])('%s can be written anew', (text) => {
  expect(loss(text)).toBeUndefined();
});

test('what JSON.stringify wrote can be written anew, with any blanks between', () => {
  fc.assert(fc.property(fc.json(), fc.constantFrom(0, 1, 4), (text, blanks) => {
    const value = JSON.parse(text) as Json;
    expect(lossOnRewriting(JSON.stringify(value, null, blanks), value)).toBeUndefined();
  }));
});

test('a long text full of quotes and backslashes is read in bounded time', () => {
  const text = `{"a": "${'\\\\\\"'.repeat(500_000)}"}`;
  expect(loss(text)).toBeUndefined();
});

test('a plain number is read as what it is and printed as it was', () => {
  fc.assert(fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
    const text = String(value);
    const isUnsafe = Number.isInteger(value) && !Number.isSafeInteger(value);
    expect(readPlainNumber(text)).toBe(text.includes('e') || isUnsafe ? undefined : Number(text));
    expect(printsAlike(text)).toBe(true);
  }));
});
