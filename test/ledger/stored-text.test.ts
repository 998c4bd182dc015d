import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeText, unescapeText } from '../../src/ledger/stored-text.ts';

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom('\0', '\\', 'u', '0', 'd', '8', '\ud83d', '\ude00', 'x') }));

test('any text comes back from what is stored', () => {
  fc.assert(
    fc.property(text, (given) => {
      expect(unescapeText(escapeText(given))).toBe(given);
    }),
    { numRuns: 2000 },
  );
});

test('what is stored can be stored, and different texts stay different', () => {
  fc.assert(
    fc.property(text, text, (left, right) => {
      const stored = escapeText(left);
      expect(stored).not.toMatch(/\0|\p{Surrogate}/u);
      expect(stored === escapeText(right)).toBe(left === right);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['plain text, ünïcode \u{1f600}\n', 'plain text, ünïcode \u{1f600}\n'],
  ['a\0b', String.raw`a\u0000b`],
  ['half \ud83d', String.raw`half \ud83d`],
  [String.raw`C:\users`, String.raw`C:\\users`],
])('%j is stored as %j', (given, stored) => {
  expect(escapeText(given)).toBe(stored);
});
