import { expect, test } from 'vitest';

import { summarise } from '../../scripts/house/summary.mjs';

const passing = { name: 'a.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'works' }] };
const failing = { name: 'b.test.ts', status: 'failed', assertionResults: [{ status: 'failed', fullName: 'breaks' }] };
const unreadable = { name: 'c.test.ts', status: 'failed', assertionResults: [] };

test('counts passed tests where nothing failed', () => {
  expect(summarise({ numPassedTests: 7, numPendingTests: 0, testResults: [passing] }, [])).toEqual({ lines: [], passed: 7, failed: 0 });
});

test('counts each failed test once, however many steps report it', () => {
  const { failed, lines } = summarise({ numPassedTests: 7, numPendingTests: 0, testResults: [passing, failing] }, ['tests']);
  expect(failed).toBe(1);
  expect(lines).toEqual(['failed: b.test.ts: breaks']);
});

test('counts a file that could not be run', () => {
  expect(summarise({ numPassedTests: 1, numPendingTests: 0, testResults: [passing, unreadable] }, ['tests']).failed).toBe(1);
});

test('counts each failed check', () => {
  const { failed, lines } = summarise({ numPassedTests: 7, numPendingTests: 0, testResults: [passing] }, ['lint', 'build']);
  expect(failed).toBe(2);
  expect(lines).toEqual(['failed: check: lint', 'failed: check: build']);
});

test('counts tests that fail without a failing test', () => {
  expect(summarise({ numPassedTests: 7, numPendingTests: 0, testResults: [passing] }, ['tests']).failed).toBe(1);
});

test.each([[[]], [['tests']]])('counts a missing report once, with failed checks %j', (checks) => {
  expect(summarise(undefined, checks)).toMatchObject({ passed: 0, failed: 1 });
});

test('says how many tests were left out', () => {
  expect(summarise({ numPassedTests: 7, numPendingTests: 2, testResults: [passing] }, []).lines).toEqual(['2 tests were left out']);
});
