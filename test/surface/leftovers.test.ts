import { expect, test } from 'vitest';

import { sourceFiles } from './source-files.ts';

// Written with brackets, so that this file does not match itself.
const NOTE = /\b(TOD[O]|FIXM[E]|XX[X])\b/;
const LEFT_OUT = /[.](onl[y]|ski[p]|tod[o])[(]/;
const FOLDERS = ['src', 'test', 'scripts', 'docs', 'drizzle', 'bench', 'examples', 'dashboard'];

test('no note of unfinished work is left in a file', () => {
  const files = allFiles(/[.](ts|tsx|mjs|cjs|md|sql|yml)$/);
  expect(files.length).toBeGreaterThan(60);
  expect(files.filter(({ text }) => NOTE.test(text)).map(({ path }) => path)).toEqual([]);
});

test('no test is left out or run alone', () => {
  expect(
    sourceFiles('test', /[.]ts$/)
      .filter(({ text }) => LEFT_OUT.test(text))
      .map(({ path }) => path),
  ).toEqual([]);
});

function allFiles(matches: RegExp) {
  return sourceFiles('.', matches).filter(({ path }) => !path.includes('/') || FOLDERS.some((folder) => path.startsWith(`${folder}/`)));
}
