import { expect, test } from 'vitest';

import { answersOf, readAnswerScript } from '../../src/core/answer-script.ts';

test('lines are read, and empty ones passed over', () => {
  expect(readAnswerScript('{"signature":"s2:1","answer":{"verdict":"unknown"}}\r\n\n{"signature":"*","answer":[{},"no JSON"]}\n', 'script.jsonl')).toEqual([
    { signature: 's2:1', answer: { verdict: 'unknown' } },
    { signature: '*', answer: [{}, 'no JSON'] },
  ]);
});

test.each([
  ['{"signature":', 'this is no JSON'],
  ['[]', 'this is no JSON object'],
  ['{"answer":{}}', 'there is no signature'],
  ['{"signature":1,"answer":{}}', 'there is no signature'],
  ['{"signature":"*"}', 'there is no answer'],
  ['{"signature":"*","answer":[]}', 'the list of answers is empty'],
])('%s is refused with its number', (line, problem) => {
  expect(() => readAnswerScript(`{"signature":"*","answer":{}}\n\n${line}\n`, 'script.jsonl')).toThrow(expect.objectContaining({ code: 'MENDQ_E_USAGE', message: `script.jsonl, line 3: ${problem}` }));
});

test('the line of the very signature goes before that of any, wherever it stands', () => {
  const next = answersOf([{ signature: '*', answer: { any: true } }, { signature: 's2:1', answer: { one: true } }]);
  expect(next('s2:1')).toBe('{"one":true}');
  expect(next('s2:2')).toBe('{"any":true}');
  expect(answersOf([])('s2:1')).toBeUndefined();
});

test('a list is used in turn, its last element from then on', () => {
  const next = answersOf([{ signature: '*', answer: [1, 2] }]);
  expect([next('a'), next('b'), next('c')]).toEqual(['1', '2', '2']);
});
