import { describe, expect, it } from 'vitest';
import type { FailureReport } from '../../src/core/dead-letter.ts';
import { mask } from '../../src/inspect/mask.ts';
import { parseFailure } from '../../src/inspect/parse-failure.ts';
import { HOSTILE_TEXTS } from '../../bench/hostile/texts.ts';
import { report } from './report.ts';

const SMALL = 100_000;
const LARGE = 10 * SMALL;
/** Ten times the text may take this many times as long; quadratic work would take a hundred times. */
const MOST = 15;
/** How often the large text is parsed, and the small one ten times as often, so that both times are long enough to compare. */
const RUNS = 20;
/** Below this, in microseconds, a comparison measures the clock; quadratic work on a megabyte takes far more. */
const SHORTEST = 60_000;

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

/** The same as a message and as a stack, for texts written against any reader. */
const CASES: Readonly<Record<string, (size: number) => FailureReport>> = {
  ...TEXTS,
  ...Object.fromEntries(Object.entries(HOSTILE_TEXTS).map(([kind, textOf]) => [`${kind} in message and stack`, (size: number) => report(textOf(size), `Error: ${textOf(size)}\n    at a (/app/a.js:1:1)`, textOf(size))])),
};

/** Processor time in microseconds, so that other processes on the machine count for nothing. */
function timeOf(runs: number, failure: FailureReport): number {
  const before = process.cpuUsage();
  for (let run = 0; run < runs; run += 1) parseFailure(failure);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

describe('a megabyte of hostile text', () => {
  it.each(Object.entries(CASES))('is parsed in linear time: %s', (_, textOf) => {
    const [small, large] = [textOf(SMALL), textOf(LARGE)];
    timeOf(RUNS, small);
    timeOf(2, large);
    const factor = LARGE / SMALL;
    const linear = Math.max(timeOf(RUNS * factor, small), SHORTEST);
    expect((timeOf(RUNS, large) / linear) * factor).toBeLessThan(MOST);
  });

  it.each(Object.entries(CASES))('gives a bounded result: %s', (_, textOf) => {
    const parsed = parseFailure(textOf(LARGE));
    expect(parsed.message.length).toBeLessThanOrEqual(4096);
    expect(parsed.template.length).toBeLessThanOrEqual(4096);
    expect(parsed.ownFrames.length).toBeLessThanOrEqual(5);
    expect(parsed.causes.length).toBeLessThanOrEqual(8);
    expect(JSON.stringify(parsed).length).toBeLessThan(64 * 16 * 1024);
  });

  it.each(Object.entries(HOSTILE_TEXTS))('is masked alike whatever stands behind the part that counts: %s', (_, textOf) => {
    const start = textOf(LARGE).slice(0, 4096);
    expect(mask(start).length).toBeLessThanOrEqual(1024);
    expect(parseFailure(report(`${start}${'x'.repeat(LARGE)}`)).template).toBe(parseFailure(report(`${start}${'y'.repeat(LARGE)}`)).template);
  });
});
