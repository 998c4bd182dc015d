import { expect, test } from 'vitest';

import { readCount, readDuration, readList, readPort, readSince } from '../../src/cli/read-values.ts';
import { durationText } from '../../src/cli/describe-time.ts';

test.each([
  ['500ms', 500], ['30s', 30_000], ['10m', 600_000], ['1.5h', 5_400_000], ['2d', 172_800_000],
])('%s is a duration', (text, milliseconds) => {
  expect(readDuration(text)).toBe(milliseconds);
});

test.each(['10', '', 's', '-1s', '0s', '1e3s', '10 minutes', '25d', '0.1ms'])('%j is none', (text) => {
  expect(() => readDuration(text)).toThrow(/^Give /);
});

test.each(['0', '-1', '1.5', 'x', '', '1e400'])('%j is no count', (text) => {
  expect(() => readCount(text)).toThrow('Give a whole number above 0.');
});

test.each(['65536', '-1', 'x', '', '80.5'])('%j is no port', (text) => {
  expect(() => readPort(text)).toThrow('Give a port between 0 and 65535.');
});

test('names gather, with commas or one by one, each once', () => {
  expect(readList('c, a', readList('a,b'))).toEqual(['a', 'b', 'c']);
  expect(() => readList(' , ')).toThrow('Give at least one name.');
});

test.each([
  [250, '250 ms'], [59_999, '59 s'], [60_000, '1 min'], [1_800_000, '30 min'], [7_200_000, '2 h'], [6 * 86_400_000, '6 days'],
])('%d milliseconds are %s', (milliseconds, text) => {
  expect(durationText(milliseconds)).toBe(text);
});

test.each([
  ['2026-11-30', '2026-11-30T00:00:00.000Z'], ['2026-11-30T03:15:00Z', '2026-11-30T03:15:00.000Z'], ['2026-11-30T03:15+02:00', '2026-11-30T01:15:00.000Z'],
])('%s is a moment', (text, iso) => {
  expect(readSince(text).toISOString()).toBe(iso);
});

test.each([['30m', 1_800_000], ['36h', 129_600_000], ['90d', 7_776_000_000]])('%s is so long ago', (text, milliseconds) => {
  const before = Date.now();
  const since = readSince(text).getTime() + milliseconds;
  expect(since).toBeGreaterThanOrEqual(before);
  expect(since).toBeLessThanOrEqual(Date.now());
});

test.each(['', 'yesterday', '2026', '2026-13-01', '30.11.2026', '7', '7w', '-7d', '1733011200000'])('%j is no moment', (text) => {
  expect(() => readSince(text)).toThrow(/^Give a day/);
});
