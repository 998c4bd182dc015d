import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/core/json.ts';
import type { RuleExample } from '../../src/diagnose/rule.ts';
import { EVIDENCE_RULES, POISON_RULES } from '../../src/diagnose/rules/order.ts';
import { letterOf, ruleContextOf } from './example-letter.ts';

const SMALL = 100_000;
const LARGE = 10 * SMALL;
/** Ten times the text may take this many times as long; quadratic work would take a hundred times. */
const MOST = 15;
const RUNS = 3;
/** Below this, in microseconds, a comparison measures the clock; quadratic work on a megabyte takes far more. */
const SHORTEST = 60_000;
const RULES = [...POISON_RULES, ...EVIDENCE_RULES];

/** Texts written against patterns, each of about `size` characters. */
const TEXTS: Readonly<Record<string, (size: number) => string>> = {
  'dots and slashes': (size) => '../'.repeat(size / 3),
  'tags that never close': (size) => '<script '.repeat(size / 8),
  'images that never close': (size) => '<img on'.repeat(size / 7),
  quotes: (size) => "' or ".repeat(size / 5),
  'closing brackets': (size) => ')('.repeat(size / 2),
  'opening braces': (size) => '${'.repeat(size / 2),
  'lookups in lookups': (size) => '${lower:'.repeat(size / 8),
  'percent signs': (size) => '%25'.repeat(size / 3),
  'line breaks': (size) => '\r\n'.repeat(size / 2),
  blanks: (size) => ' '.repeat(size),
  'entities without end': (size) => `<!DOCTYPE x [${'<!ENTITY a "'.repeat(size / 12)}`,
  'words in a row': (size) => 'ignore all the '.repeat(size / 15),
  'one word': (size) => 'a'.repeat(size),
  'a few words over and over, and another end': (size) => `${'abcdefghijklmnop'.repeat(size / 16)}!`,
  'a long host': (size) => `http://${'a.'.repeat(size / 2)}`,
  'semicolons': (size) => ';'.repeat(size),
  backticks: (size) => '`id '.repeat(size / 4),
};
const STACKS = ['Error: Path escapes the directory: not allowed', 'Error: Entity expansion limit exceeded', 'Error: Refusing to call address'];

async function timeOf(runs: number, example: RuleExample): Promise<number> {
  const letter = await letterOf(example);
  const context = ruleContextOf(example);
  const before = process.cpuUsage();
  for (let run = 0; run < runs; run += 1) for (const rule of RULES) rule.match(letter, context);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function examplesOf(text: string): readonly RuleExample[] {
  const payload: Json = { id: 7, value: text };
  return [
    { shows: '', payload, refused: [['/value', 'type']], expected: { '/value': 'integer' }, stack: 'Error: boom' },
    ...STACKS.map((stack) => ({ shows: '', payload, stack })),
    { shows: '', payload: text, schema: 'absent' as const, stack: `Error: Unrecognized token '${text.slice(0, 100)}': was expecting (JSON String)`, attempts: 20 },
    { shows: '', payload: { id: 7 }, reason: text, stack: `Error: ${text}` },
  ];
}

describe('a megabyte of hostile text', () => {
  it.each(Object.entries(TEXTS))('is judged in linear time: %s', async (_, textOf) => {
    const [small, large] = [examplesOf(textOf(SMALL)), examplesOf(textOf(LARGE))];
    for (const [index, example] of large.entries()) {
      const smaller = small[index];
      if (smaller === undefined) throw new Error('no smaller example');
      await timeOf(1, smaller);
      const linear = Math.max(await timeOf((RUNS * LARGE) / SMALL, smaller), SHORTEST);
      expect(((await timeOf(RUNS, example)) / linear) * (LARGE / SMALL)).toBeLessThan(MOST);
    }
  });

  it('is judged where it is ten thousand values', async () => {
    const payload: Json = Array.from({ length: 10_000 }, (_, index) => `http://169.254.1.1/${index}${'x'.repeat(80)}`);
    expect(await timeOf(1, { shows: '', payload, stack: STACKS[2] ?? '' })).toBeLessThan(2_000_000);
  });
});
