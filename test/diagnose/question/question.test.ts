import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Json, JsonObject } from '../../../src/core/json.ts';
import type { ModelAnswer } from '../../../src/core/model-answer.ts';
import { decodeAnswer, questionFor } from '../../../src/diagnose/diagnose.ts';
import { similarity } from '../../../src/diagnose/question/similarity.ts';
import { sketch } from '../../../src/diagnose/question/sketch.ts';
import { inspectedLetter, type Sketch } from './inspected-letter.ts';

const SCHEMA: JsonObject = {
  type: 'object', additionalProperties: false, required: ['sku', 'quantity'],
  properties: { sku: { type: 'string', description: 'Our own article number.' }, quantity: { type: 'integer' }, on: { type: 'string', format: 'date' } },
};

async function promptOf(sketches: readonly Sketch[], shown?: readonly string[]): Promise<string> {
  const letters = await Promise.all(sketches.map(async (one) => inspectedLetter({ schema: SCHEMA, ...one })));
  const options = { language: 'zh-CN' as const, operations: [{ name: 'rename-key', explanation: 'Renames.', argument: 'a pointer' }], isKnownName: () => true };
  const asked = questionFor(letters, { ...options, shown: ({ letter }, pointer) => (shown?.includes(pointer) === true ? (letter.payload as JsonObject)[pointer.slice(1)] : undefined) });
  return asked === undefined ? '' : asked.question.prompt;
}

describe('a question', () => {
  test('tells issues, sketches, aliases with their similarity, and the schema', async () => {
    const prompt = await promptOf([{ payload: { sku: 'A-17', qnty: 12, on: '31/12/2026' } }, { payload: { sku: 'B-2', qnty: 4, on: '01/02/2026' } }]);
    expect(prompt).toContain('- /quantity: missing');
    expect(prompt).toContain('- /on: string of 10, as dd/dd/dddd | string of 10, as dd/dd/dddd');
    expect(prompt).toContain('- /?1: integer of 2 digits | integer of 1 digits; similarity to /quantity 0.');
    expect(prompt).toContain('Our own article number.');
    expect(prompt).toContain('message\n');
    for (const value of ['A-17', 'B-2', 'qnty', '31/12', '2026']) expect(prompt).not.toContain(value);
  });

  test('is the same for the same letters, and asks in the reader’s language', async () => {
    const letter: Sketch = { payload: { sku: 'A', stock: 1 } };
    expect(await promptOf([letter])).toBe(await promptOf([letter]));
    const asked = questionFor([await inspectedLetter({ schema: SCHEMA, ...letter })], { language: 'zh-CN', operations: [], isKnownName: () => false, shown: () => undefined });
    expect(asked?.question.system).toContain('Simplified Chinese');
    expect(asked?.question.prompt).toContain('a job whose name is not configured');
  });

  test('shows a value only where that is allowed', async () => {
    const payload = { sku: 'A-17', quantity: 'a dozen', stock: 'secret' };
    expect(await promptOf([{ payload }])).not.toContain('a dozen');
    const prompt = await promptOf([{ payload }], ['/quantity']);
    expect(prompt).toMatch(/- \/quantity: <data [0-9a-f]{16}>"a dozen"<\/data [0-9a-f]{16}>/);
    expect(prompt).not.toContain('secret');
  });

  test('holds no word of a payload or an error', async () => {
    await fc.assert(fc.asyncProperty(fc.stringMatching(/^[a-z]{7,14}$/).map((word) => `zq${word}`), fc.constantFrom('value', 'key', 'reason'), async (secret, carrier) => {
      const payload: Json = carrier === 'key' ? { sku: 'A', [secret]: { [secret]: 1 } } : { sku: secret, quantity: secret };
      const reason = carrier === 'reason' ? `could not save ${secret} for ${secret}@example.com` : 'refused';
      expect(await promptOf([{ payload, reason, stack: `Error: ${reason}\n    at x (/app/a.js:1:1)` }])).not.toContain(secret);
    }), { numRuns: 50 });
  });

  test.each([['a card', '4111 1111 1111 1111'], ['an address', 'ada@example.com'], ['a token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln'], ['an account', 'DE89370400440532013000']])('holds no %s', async (_, secret) => {
    const prompt = await promptOf([{ payload: { sku: secret, quantity: secret, [secret]: secret }, reason: `refused ${secret}`, stack: `Error: refused ${secret}\n    at x (/app/${secret}.js:1:1)` }]);
    expect(prompt).not.toContain(secret);
    expect(prompt).not.toMatch(/4111|DE89|ada@|eyJ/);
  });

  test('stays small whatever it is asked about', async () => {
    const many: Json = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`key${index}`, 'x'.repeat(200)]));
    const long: JsonObject = { ...SCHEMA, properties: Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`member${index}`, { type: 'string', description: 'long '.repeat(20) }])) };
    const prompt = await promptOf([{ payload: many, schema: long, reason: 'a '.repeat(500_000), stack: `Error: ${'b '.repeat(500_000)}` }]);
    expect(prompt.length).toBeLessThanOrEqual(16_000);
  });

  test('may be about keys that reach a prototype', async () => {
    const letter = await inspectedLetter({ schema: SCHEMA, payload: JSON.parse('{"sku":"A","__proto__":{"x":1},"constructor":2}') as Json });
    expect(questionFor([letter], { language: 'en', operations: [], isKnownName: () => true, shown: () => undefined })?.question.prompt).not.toContain('__proto__');
  });
});

test.each<[Json, string]>([
  [null, 'null'], [true, 'boolean'], [12, 'integer of 2 digits'], [-4.5, 'negative fraction of 1 digits'], ['', 'empty string'], ['2026-01-31', 'string of 10, as dddd-dd-dd'],
  ['Ada Lovelace', 'string of 12, as aa aa'], ['é', 'string of 1, as x'], ['x'.repeat(80), 'string of 80'], [[], 'empty list'], [[1, 2], 'list of 2, the first: integer of 1 digits'],
  [{}, 'empty object'], [{ a: [{ b: { c: 1 } }] }, 'object of 1 { ?: list of 1, the first: object }'],
])('%j is sketched as %s', (value, shown) => {
  expect(sketch(value, () => '?')).toBe(shown);
});

test.each([['orderId', 'order_id', 1], ['qty', 'quantity', 0.5], ['stock', 'reason', 0], ['customerName', 'name', 0.55], ['', 'name', 0]])('%s and %s are alike by %d', (left, right, expected) => {
  expect(similarity(left, right)).toBeCloseTo(expected, 1);
});

describe('an answer', () => {
  const answer = (path: string, argument: string | null): ModelAnswer => ({ evidence: [], explanation: '', verdict: 'repair', programs: [{ operations: [{ operation: 'rename-key', path, argument }] }] });
  const aliases = new Map([['?1', 'a/b'], ['?2', 'stock']]);

  test('gets its real keys back', () => {
    expect(decodeAnswer(answer('/deep/?1', '?2'), aliases).programs[0]?.operations[0]).toEqual({ operation: 'rename-key', path: '/deep/a~1b', argument: 'stock' });
    expect(decodeAnswer(answer('/?2', '/quantity'), aliases).programs[0]?.operations[0]).toEqual({ operation: 'rename-key', path: '/stock', argument: '/quantity' });
  });

  test('loses a program with an alias that was never given', () => {
    expect(decodeAnswer(answer('/?3', '/quantity'), aliases).programs).toEqual([]);
    expect(decodeAnswer(answer('/?1', '/?9'), aliases).programs).toEqual([]);
  });
});
