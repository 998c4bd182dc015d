import { expect, test } from 'vitest';

import { presentable } from '../../src/cli/presentable.ts';
import { parseJson, type Json } from '../../src/core/json.ts';

test('secrets are hidden wherever they are', () => {
  expect(presentable({ user: 'a', password: 'p', items: [{ apiKey: 'k' }] })).toEqual({ user: 'a', password: '[redacted]', items: [{ apiKey: '[redacted]' }] });
});

test('what is long is cut with a note of its size', () => {
  const shown = presentable({ text: 'x'.repeat(2_000_000), list: Array.from({ length: 250 }, () => 1) }) as { text: string; list: Json[] };
  expect(shown.text).toMatch(/^x{200}… \(2000000 characters\)$/);
  expect(shown.list).toHaveLength(101);
  expect(shown.list.at(-1)).toBe('… (250 elements)');
});

test('a payload as deep as JSON can be is shown without overflowing', () => {
  const deep = parseJson(`${'['.repeat(5000)}${']'.repeat(5000)}`);
  expect(JSON.stringify(presentable(deep))).toContain('deeper');
});

test('a key __proto__ stays a key', () => {
  const shown = presentable(parseJson('{"__proto__":{"admin":true},"a":1}')) as object;
  expect(JSON.stringify(shown)).toBe('{"__proto__":{"admin":true},"a":1}');
  expect(Object.getPrototypeOf(shown)).toBe(Object.prototype);
});
