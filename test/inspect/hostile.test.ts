import { describe, expect, it } from 'vitest';
import type { FailureReport } from '../../src/core/dead-letter.ts';
import { parseFailure } from '../../src/inspect/parse-failure.ts';
import { report } from './report.ts';

const SMALL = 100_000;
const LARGE = 10 * SMALL;
/** Ten times the text may take this many times as long; quadratic work would take a hundred times. */
const MOST = 15;

const PRINTED = 'Error: x\n    at a (/app/a.js:1:1) {\n';
/** Texts written against a parser, each of about `size` characters. */
const TEXTS: Readonly<Record<string, (size: number) => FailureReport>> = {
  'one letter': (size) => report('a'.repeat(size), `Error: ${'a'.repeat(size)}\n    at x (/app/a.js:1:1)`),
  'opening brackets': (size) => report('('.repeat(size), '('.repeat(size)),
  'quotes that never close': (size) => report(" 'a".repeat(size / 3), `Error: ${" 'a".repeat(size / 3)}`),
  'braces that never close': (size) => report('', PRINTED + '{'.repeat(size)),
  'brackets of a list': (size) => report('', `${PRINTED}  [errors]: [\n${'['.repeat(size)}`),
  'ten thousand properties': (size) => report('', PRINTED + "a: 'x',\n".repeat(size / 8)),
  'ten thousand causes': (size) => report('', `${PRINTED}  [errors]: [\n${'Error: b\n'.repeat(size / 9)}`),
  'causes behind causes': (size) => report('', `Error: x${'\n  Caused by: y'.repeat(size / 15)}`),
  'a frame without an end': (size) => report('', `Error: x\n    at ${'('.repeat(size)}`),
  'ten thousand frames': (size) => report('', `Error: x\n${'    at a (/app/b.js:1:1)\n'.repeat(size / 25)}`),
  'blanks before frames': (size) => report('', `${PRINTED}  [cause]: Error: z\n${'\n     '.repeat(size / 6)}`),
  'nothing but blanks': (size) => report(' '.repeat(size), `Error: ${' '.repeat(size)}`),
  'nothing but lines': (size) => report('\n'.repeat(size), `Error: x${'\n'.repeat(size)}`),
  'JSON that never closes': (size) => report('['.repeat(size), `ZodError: ${'['.repeat(size)}`),
  'escapes without an end': (size) => report('', `${PRINTED}  a: '${'\\'.repeat(size)}`),
  'joined parts': (size) => report('', `${PRINTED}  a: ${"'a' +\n".repeat(size / 6)}`),
  'prefixes of a driver': (size) => report(' - ER_'.repeat(size / 6), ''),
  'keys of a database': (size) => report('', `${PRINTED}  severity: 'E', code: '23505', detail: 'Key (${')=('.repeat(size / 3)}'\n}`),
  'lone surrogates': (size) => report('\ud83d'.repeat(size), '\ud83d'.repeat(size)),
  'digits and commas': (size) => report('1,'.repeat(size / 2), ''),
  'a thousand attempts': (size) => report('x', ...Array.from({ length: size / 1000 }, (_, index) => `Error: ${index}${'z'.repeat(980)}`)),
};

/** Processor time, so that other processes on the machine count for nothing. */
function fastestOf(runs: number, failure: FailureReport): number {
  const times = Array.from({ length: runs }, () => {
    const before = process.cpuUsage();
    parseFailure(failure);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  });
  return Math.min(...times);
}

/** Below half a millisecond a ratio measures the clock. */
const SHORTEST_MICROSECONDS = 500;

describe('a megabyte of hostile text', () => {
  it.each(Object.entries(TEXTS))('is parsed in linear time: %s', (_, textOf) => {
    const [small, large] = [textOf(SMALL), textOf(LARGE)];
    fastestOf(20, small);
    expect(fastestOf(20, large) / Math.max(fastestOf(20, small), SHORTEST_MICROSECONDS)).toBeLessThan(MOST);
  });

  it.each(Object.entries(TEXTS))('gives a bounded result: %s', (_, textOf) => {
    const parsed = parseFailure(textOf(LARGE));
    expect(parsed.message.length).toBeLessThanOrEqual(4096);
    expect(parsed.template.length).toBeLessThanOrEqual(4096);
    expect(parsed.ownFrames.length).toBeLessThanOrEqual(5);
    expect(parsed.causes.length).toBeLessThanOrEqual(8);
    expect(JSON.stringify(parsed).length).toBeLessThan(64 * 16 * 1024);
  });
});
