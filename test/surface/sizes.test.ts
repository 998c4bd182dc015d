import { expect, test } from 'vitest';

import { sourceFiles } from './source-files.ts';

const sizes = sourceFiles('src', /[.]ts$/).map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }));

test('half of the source files have at most 100 lines', () => {
  const sorted = sizes.map(({ lines }) => lines).toSorted((left, right) => left - right);
  expect(sorted.length).toBeGreaterThan(60);
  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(100);
});

test('no source file has more than 300 lines', () => {
  expect(sizes.filter(({ lines }) => lines > 300)).toEqual([]);
});

test('the pipeline tells its story in at most 120 lines', () => {
  const pipeline = sizes.find(({ path }) => path === 'src/pipeline.ts');
  expect(pipeline?.lines).toBeLessThanOrEqual(120);
});
