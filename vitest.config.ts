import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Real servers and embedded databases: processes keep them apart, two at a time keep a small machine usable.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A test that passes at the second try is a defect that nobody looks at.
    retry: 0,
    reporters: ['default'],
  },
});
