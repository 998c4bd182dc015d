import fc from 'fast-check';
import { expect, test } from 'vitest';

import { OPERATIONS, operationNamed } from '../../src/repair/operations/registry.ts';
import { readAgain, WRITTEN } from './inverses.ts';

test('every operation with an inverse is tried here', () => {
  expect(OPERATIONS.filter((kind) => kind.inverse !== undefined).map((kind) => kind.name).toSorted()).toEqual(Object.keys(WRITTEN).toSorted());
});

test.each(Object.entries(WRITTEN))('%s reads again what it wrote from what its inverse gives', async (name, { wants, values }) => {
  const kind = operationNamed(name);
  if (kind === undefined) throw new Error(`there is no ${name}`);
  await fc.assert(fc.asyncProperty(values, async (written) => {
    expect(await readAgain(kind, wants, written)).toEqual(written);
  }));
});
