import { describe, expect, test } from 'vitest';

import type { Verdict } from '../../src/core/diagnosis.ts';
import type { EvaluatedLetter } from '../../src/evaluate/evaluated-letter.ts';
import { scoreOf, type Score } from '../../src/evaluate/score.ts';
import { createTally } from '../../src/evaluate/tally.ts';

const VERDICTS: readonly Verdict[] = ['retry', 'repair', 'settle', 'discard', 'escalate'];

/** By what is expected, what each verdict is worth, in the order of `VERDICTS`; a repair is the expected one. */
const TABLE: readonly (readonly [expected: Verdict, scores: readonly Score[]])[] = [
  ['retry', ['right', 'harmful', 'harmful', 'harmful', 'abstained']],
  ['repair', ['wasteful', 'right', 'harmful', 'harmful', 'abstained']],
  ['settle', ['harmful', 'harmful', 'right', 'harmful', 'abstained']],
  ['discard', ['wasteful', 'harmful', 'harmful', 'right', 'abstained']],
  ['escalate', ['harmful', 'harmful', 'harmful', 'harmful', 'right']],
];

describe.each(TABLE)('where %s is right', (expected, scores) => {
  test.each(VERDICTS.map((verdict, index) => [verdict, scores[index] ?? 'missing'] as const))('%s is %s', (verdict, score) => {
    const repairedPayload = expected === 'repair' ? { repairedPayload: { a: 1, b: [true] } } : {};
    expect(scoreOf({ verdict: expected, ...repairedPayload }, verdict, verdict === 'repair' ? { b: [true], a: 1 } : undefined)).toBe(score);
  });
});

test.each([[{ a: '1' }], [{ a: 1, b: 2 }], [undefined]])('a repair to another payload is harmful: %j', (repaired) => {
  expect(scoreOf({ verdict: 'repair', repairedPayload: { a: 1 } }, 'repair', repaired)).toBe('harmful');
});

test.each(VERDICTS)('%s is not scored where nobody knows', (verdict) => {
  expect(scoreOf(undefined, verdict, undefined)).toBe('unlabelled');
});

describe('the tally', () => {
  const letter = (category: string, expected: Verdict | undefined, score: Score): EvaluatedLetter => ({ id: 'x', category, expected, verdict: 'escalate', repairedPayload: undefined, score, why: '', rule: '', signature: 's2:x' });

  test('counts by category and in all', () => {
    const tally = createTally();
    const letters = [letter('a', 'retry', 'right'), letter('a', 'repair', 'wasteful'), letter('a', 'discard', 'abstained'), letter('b', 'discard', 'right'), letter('b', 'escalate', 'harmful'), letter('b', 'settle', 'right')];
    for (const one of letters) tally.add(one);
    const { byCategory, ...all } = tally.summary(0);
    expect(all).toEqual({ letters: 6, right: 3, abstained: 1, harmful: 1, wasteful: 1, healable: 3, healed: 2, healedRate: 2 / 3, discardRecall: 0.5, modelCalls: 0 });
    expect(byCategory).toEqual({
      a: { letters: 3, right: 1, abstained: 1, harmful: 0, wasteful: 1, healable: 2, healed: 1, healedRate: 0.5, discardRecall: 0, modelCalls: 0 },
      b: { letters: 3, right: 2, abstained: 0, harmful: 1, wasteful: 0, healable: 1, healed: 1, healedRate: 1, discardRecall: 1, modelCalls: 0 },
    });
  });

  test('rates of nothing are null, and unlabelled letters count among the letters only', () => {
    const tally = createTally();
    tally.add(letter('__proto__', undefined, 'unlabelled'));
    const { byCategory, ...all } = tally.summary(0);
    expect(all).toEqual({ letters: 1, right: 0, abstained: 0, harmful: 0, wasteful: 0, healable: 0, healed: 0, healedRate: null, discardRecall: null, modelCalls: 0, unlabelled: 1 });
    expect(Object.keys(byCategory)).toEqual(['__proto__']);
  });
});
