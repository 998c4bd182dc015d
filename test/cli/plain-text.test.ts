import fc from 'fast-check';
import { expect, test } from 'vitest';

import { oneLine, plainText } from '../../src/cli/plain-text.ts';

const HARMFUL = /[\p{Cc}\p{Cf}\u2028\u2029]/u;

test('no text can steer the terminal', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      expect(plainText(text)).not.toMatch(HARMFUL);
      expect(plainText(text, { lines: true }).replaceAll('\n', '')).not.toMatch(HARMFUL);
    }),
  );
});

test.each([
  ['\u001B[31mred\u001B[0m', 'red'],
  ['\u001B]8;;https://example.com\u0007link\u001B]8;;\u0007', 'link'],
  ['user\u202Egpj.exe', 'usergpj.exe'],
  ['a\r\nb\tc', 'a b c'],
  ['bell\u0007', 'bell\uFFFD'],
  ['Zürich 東京 🌅', 'Zürich 東京 🌅'],
])('%j is shown as %j', (text, shown) => {
  expect(plainText(text)).toBe(shown);
});

test('a line is cut between characters and says so', () => {
  expect(oneLine('🌅'.repeat(10), 4)).toBe('🌅🌅🌅…');
  expect(oneLine('  a \n\n b  ')).toBe('a b');
});
