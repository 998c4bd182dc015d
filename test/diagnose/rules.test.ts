import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { diagnose } from '../../src/diagnose/diagnose.ts';
import { EVIDENCE_RULES, POISON_RULES } from '../../src/diagnose/rules/order.ts';
import { diagnoseContextOf, letterOf, ruleContextOf } from './example-letter.ts';

const RULES = [...POISON_RULES, ...EVIDENCE_RULES];

describe.each(RULES.map((rule) => [rule.name, rule] as const))('rule %s', (name, rule) => {
  it.each(rule.examples.for.map((example) => [example.shows, example] as const))('decides %s', async (_, example) => {
    const letter = await letterOf(example);
    expect(rule.match(letter, ruleContextOf(example))).toMatchObject(example.cause === undefined ? { rule: name } : { rule: name, cause: example.cause });
    // No earlier rule may take the letter from it.
    expect(await diagnose([letter], diagnoseContextOf(example))).toMatchObject([{ rule: name }]);
  });

  it.each(rule.examples.against.map((example) => [example.shows, example] as const))('leaves alone %s', async (_, example) => {
    expect(rule.match(await letterOf(example), ruleContextOf(example))).toBeUndefined();
  });

  it('says why, where from, and stands in a file of its name', () => {
    expect(rule.why.length).toBeGreaterThan(40);
    expect(rule.source.length).toBeGreaterThan(8);
    expect(rule.examples.for.length).toBeGreaterThan(0);
    expect(rule.examples.against.length).toBeGreaterThan(0);
    expect(existsSync(new URL(`../../src/diagnose/rules/${name}.ts`, import.meta.url))).toBe(true);
  });

  it('gives a sentence and at least one fact with each diagnosis', async () => {
    for (const example of rule.examples.for) {
      const diagnosis = rule.match(await letterOf(example), ruleContextOf(example));
      expect(diagnosis?.why).toMatch(/^[A-Z].*\.$/s);
      expect(diagnosis?.evidence.length).toBeGreaterThan(0);
    }
  });
});

it('lists each rule once', () => {
  expect(new Set(RULES.map((rule) => rule.name)).size).toBe(RULES.length);
});
