import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { readAnswer } from '../../src/core/read-answer.ts';

const OPERATIONS = ['rename-key', 'trim'];
const step = { operation: 'rename-key', path: '/?1', argument: '/customerId' };
const answer = { evidence: ['seen'], explanation: 'why', verdict: 'repair', programs: [{ operations: [step] }] };
const read = (value: unknown) => readAnswer(typeof value === 'string' ? value : JSON.stringify(value), OPERATIONS);
const programs = (value: unknown) => read({ ...answer, programs: value });

test('an answer of the form is read as it is', () => {
  expect(read(answer)).toEqual(answer);
});

test.each([
  ['bare', JSON.stringify(answer)],
  ['in a fence', `\`\`\`json\n${JSON.stringify(answer, null, 2)}\n\`\`\``],
  ['in a fence without a name, after a remark', `Sure.\n\`\`\`\n${JSON.stringify(answer)}\n\`\`\`\nDone.`],
  ['with blanks and line ends of Windows', `\r\n\`\`\`JSON\r\n${JSON.stringify(answer)}\r\n\`\`\`\r\n`],
])('it is found %s', (_how, text) => {
  expect(read(text)).toEqual(answer);
});

test.each([
  ['two fences', `\`\`\`json\n${JSON.stringify(answer)}\n\`\`\`\n\`\`\`json\n{}\n\`\`\``],
  ['a list', [answer]],
  ['nothing', ''],
  ['an object without members', {}],
  ['a member too many', { ...answer, repairedPayload: {} }],
  ['a prototype', `{"__proto__":{},${JSON.stringify(answer).slice(1)}`],
  ['evidence that is a text', { ...answer, evidence: 'seen' }],
  ['evidence that is no text', { ...answer, evidence: [1] }],
  ['an explanation that is none', { ...answer, explanation: null }],
  ['a verdict of its own', { ...answer, verdict: 'discard' }],
  ['a verdict in capitals', { ...answer, verdict: 'REPAIR' }],
  ['programs that are no list', { ...answer, programs: {} }],
  ['an answer without end', JSON.stringify({ ...answer, explanation: 'x'.repeat(64_000) })],
])('%s is a problem in words', (_what, value) => {
  expect(read(value)).toEqual({ problem: expect.stringMatching(/^(it|its) [A-Za-z0-9 ,]+$/) });
});

describe('a program is dropped, and the others stay, where', () => {
  test.each([
    ['its operation is not offered', { operations: [{ ...step, operation: 'set-value' }] }],
    ['one of its operations is not', { operations: [step, { ...step, operation: 'constructor' }] }],
    ['it has none', { operations: [] }],
    ['it has nine', { operations: Array.from({ length: 9 }, () => step) }],
    ['it has a member too many', { operations: [step], payload: {} }],
    ['an operation has a member too many', { operations: [{ ...step, value: 12.5 }] }],
    ['an operation lacks its argument', { operations: [{ operation: 'trim', path: '/a' }] }],
    ['an argument is a value', { operations: [{ ...step, argument: 1250 }] }],
    ['a path is very long', { operations: [{ ...step, path: `/${'a'.repeat(500)}` }] }],
    ['a path holds half a character', { operations: [{ ...step, path: '/\ud83d' }] }],
    ['it is a text', 'rename-key'],
    ['it is null', null],
  ])('%s', (_why, program) => {
    expect(programs([program, { operations: [step] }])).toEqual(answer);
  });
});

test('the fourth program and the ninth piece of evidence are left out', () => {
  const long = read({ ...answer, evidence: Array.from({ length: 20 }, () => 'e'), programs: Array.from({ length: 9 }, () => ({ operations: [step] })) });
  expect(long).toMatchObject({ evidence: { length: 8 }, programs: { length: 3 } });
});

test('texts for people are cut, and move no cursor', () => {
  const read1 = read({ ...answer, evidence: ['\u001b[2Jred\u202e', '\ud83d'], explanation: `a\u0000b\n${'x'.repeat(2000)}` });
  expect(read1).toMatchObject({ evidence: ['[2Jred', '\ufffd'], explanation: expect.stringMatching(/^a b x{995,997}…$/) });
});

test('anything at all is read or a problem', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json(), fc.record({ evidence: fc.jsonValue(), explanation: fc.jsonValue(), verdict: fc.constant('repair'), programs: fc.jsonValue() }).map((value) => JSON.stringify(value))), (text) => {
    const result = readAnswer(text, OPERATIONS);
    expect('problem' in result || result.programs.length <= 3).toBe(true);
  }));
});
