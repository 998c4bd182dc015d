import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPaper, wrap, WIDTH } from '../../src/demo/report/paper.ts';

test('breaks any text into lines that fit, and loses no character but blanks', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400 }), fc.integer({ min: 1, max: 70 }), (text, width) => {
      const lines = wrap(text, width);
      expect(lines.every((line) => line.length <= width)).toBe(true);
      expect(lines.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
    }),
  );
});

test('keeps every line of a field within the width, beside its label', () => {
  const lines: string[] = [];
  const paper = createPaper((text) => lines.push(text.trimEnd()));
  paper.field('cause', 'word '.repeat(60));
  paper.exact('change', `- /text "${'x'.repeat(200)}"`, (text) => text);
  expect(lines.every((line) => line.length <= WIDTH)).toBe(true);
  expect(lines[0]).toMatch(/^ {2}cause {9}word/);
  expect(lines[1]).toMatch(/^ {16}word/);
  expect(lines.at(-1)).toMatch(/^ {2}change .*…$/);
});
