import { expect, test } from 'vitest';

import { costOf, priceOf, worstCost } from '../../src/model/prices.ts';
import { tokenBound } from '../../src/model/token-bound.ts';

test('a price is that of exactly the model', () => {
  expect(priceOf('gemini-2.5-flash')).toMatchObject({ input: 0.3, cachedInput: 0.03, output: 2.5 });
  expect(priceOf('models/gemini-2.5-flash')).toEqual(priceOf('gemini-2.5-flash'));
  expect(priceOf('gemini-2.5-flash-lite')).toMatchObject({ input: 0.1 });
});

test.each(['gemini-2.5', 'gemini-2.5-flash-image', 'gemini-2.5-flash-lite-preview', 'toString', '__proto__', 'qwen3:8b', ''])('%j has no price', (id) => {
  expect(priceOf(id)).toBeUndefined();
});

test('a price of the user goes before the one that is known', () => {
  const own = { 'gemini-2.5-flash': { input: 1, output: 2, asOf: '2027-01-01' }, 'qwen3:8b': { input: 0, output: 0, asOf: '2027-01-01' } };
  expect(priceOf('gemini-2.5-flash', own)).toEqual(own['gemini-2.5-flash']);
  expect(priceOf('models/gemini-2.5-flash', own)).toEqual(own['gemini-2.5-flash']);
  expect(priceOf('qwen3:8b', own)).toEqual(own['qwen3:8b']);
});

test('what is read from a cache costs its own price, or that of other input', () => {
  const used = { inputTokens: 1_000_000, cachedInputTokens: 400_000, outputTokens: 1_000_000 };
  expect(costOf(used, { input: 1, cachedInput: 0.1, output: 10, asOf: '' })).toBeCloseTo(0.6 + 0.04 + 10, 10);
  expect(costOf(used, { input: 1, output: 10, asOf: '' })).toBeCloseTo(11, 10);
});

test('no call costs more than its worst case', () => {
  const price = { input: 1, cachedInput: 1.5, output: 10, asOf: '' };
  for (const cachedInputTokens of [0, 500, 1000]) expect(costOf({ inputTokens: 1000, cachedInputTokens, outputTokens: 2000 }, price)).toBeLessThanOrEqual(worstCost(1000, 2000, price));
  expect(worstCost(1000, 2000, price)).toBeCloseTo(0.0215, 10);
});

test.each([
  ['', 0],
  ['abcdef', 2],
  ['abcdefg', 3],
  ['订单', 6],
  ['a订', 4],
  ['😀', 4],
])('%j has at most %i tokens', (text, expected) => {
  expect(tokenBound(text)).toBe(expected);
});
