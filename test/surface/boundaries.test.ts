import { expect, test } from 'vitest';

import { checkBoundaries } from './boundaries.ts';
import { ROOT } from './root.ts';

test('every module imports what its room may import', async () => {
  const { summary } = await checkBoundaries(ROOT);
  expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)).toEqual([]);
  // With a compiler that the checker does not know it sees no module and is content.
  expect(summary.totalCruised).toBeGreaterThan(60);
});
