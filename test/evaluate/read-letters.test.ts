import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { parseJson, type Json } from '../../src/core/json.ts';
import { linesOf } from '../../src/evaluate/lines.ts';
import { memberText } from '../../src/evaluate/member-text.ts';
import { readLetters } from '../../src/evaluate/read-letters.ts';

const LETTER = { id: 'a', queue: 'q', jobName: 'j', payload: null, failedReason: '' };

async function* bytes(...parts: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield typeof part === 'string' ? Buffer.from(part) : part;
}

async function read(...parts: readonly (string | Uint8Array)[]) {
  const letters = [];
  for await (const located of readLetters(bytes(...parts), 'letters.jsonl')) letters.push(located);
  return letters;
}

const lineWith = (change: object): string => JSON.stringify({ ...LETTER, ...change });

describe('a line that is no letter is named with what is wrong', () => {
  test.each<[string, string | Uint8Array, string]>([
    ['no JSON', '{"id":', 'it is not JSON'],
    ['a list', '[]', 'it is no JSON object'],
    ['a number', '7', 'it is no JSON object'],
    ['null', 'null', 'it is no JSON object'],
    ['two objects', '{} {}', 'it is not JSON'],
    ['no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'it is not UTF-8'],
    ['no id', lineWith({ id: undefined }), 'id is missing; it is a text that is not empty'],
    ['an empty queue', lineWith({ queue: '' }), 'queue is not a text that is not empty'],
    ['a number as job name', lineWith({ jobName: 7 }), 'jobName is not'],
    ['no reason', lineWith({ failedReason: undefined }), 'failedReason is missing; it is a text'],
    ['no payload', lineWith({ payload: undefined }), 'payload is missing'],
    ['an inherited payload', '{"id":"a","queue":"q","jobName":"j","failedReason":"","__proto__":{"payload":1}}', 'payload is missing'],
    ['a stack that is a number', lineWith({ stacktrace: 7 }), 'stacktrace is not a text or a list of texts'],
    ['a stack of numbers', lineWith({ stacktrace: ['x', 7] }), 'stacktrace is not a text or a list of texts'],
    ['half an attempt', lineWith({ attemptsMade: 1.5 }), 'attemptsMade is not a whole number'],
    ['a schema that is a text', lineWith({ schema: 'object' }), 'schema is not a JSON Schema object or null'],
    ['a list as policy', lineWith({ policy: [] }), 'policy is not an object'],
    ['a schema in the policy', lineWith({ policy: { schema: {} } }), 'policy.schema has no place there'],
    ['a day that is none', lineWith({ failedAt: '2026-13-01T00:00:00Z' }), 'failedAt is not a time'],
    ['a time in words', lineWith({ enqueuedAt: 'yesterday' }), 'enqueuedAt is not a time'],
    ['a body that is no base64', lineWith({ bodyBase64: '***' }), 'bodyBase64 is not base64'],
    ['an unknown verdict', lineWith({ expected: { verdict: 'heal' } }), 'expected.verdict is not one of retry, repair'],
    ['no verdict', lineWith({ expected: {} }), 'expected.verdict is not one of'],
    ['a repair without payload', lineWith({ expected: { verdict: 'repair' } }), 'expected.repairedPayload is missing'],
    ['a payload without repair', lineWith({ expected: { verdict: 'retry', repairedPayload: 1 } }), 'expected.repairedPayload has no place'],
  ])('%s', async (_case, line, problem) => {
    const reading = read(`${JSON.stringify(LETTER)}\n\n`, line, '\n', 'never read');
    await expect(reading).rejects.toMatchObject({ code: 'MENDQ_E_USAGE' });
    await expect(reading).rejects.toThrow('letters.jsonl, line 3');
    await expect(reading).rejects.toThrow(problem);
  });

  test('a line without end', async () => {
    const piece = Buffer.alloc(1024 * 1024, 'x');
    await expect(read('{}\n'.replace('{}', JSON.stringify(LETTER)), ...Array.from({ length: 70 }, () => piece))).rejects.toThrow('line 2: it has more than 64 MiB');
  });
});

test('fields that nobody knows are no problem, nor are empty lines, a byte order mark and Windows line ends', async () => {
  const letters = await read(`\uFEFF${lineWith({ note: 'mine', expected: null })}\r\n\r\n  \n${lineWith({ id: 'b' })}`);
  expect(letters.map(({ letter, where }) => [letter.id, where])).toEqual([['a', 'letters.jsonl, line 1 (a)'], ['b', 'letters.jsonl, line 4 (b)']]);
});

test('line separators of Unicode end no line', async () => {
  const [located] = await read(lineWith({ payload: 'one\u2028two\u2029three\u0085' }));
  expect(located?.letter.payload).toBe('one\u2028two\u2029three\u0085');
});

test('the body is written as in the line: large numbers and doubled keys stay', async () => {
  const [located] = await read('{"payload": {"no":[1]}, "id":"a","queue":"q","jobName":"j","failedReason":"","payload": {"big": 12345678901234567890, "a":1,"a":2} , "x":1}');
  expect(located?.letter.body).toBe('{"big": 12345678901234567890, "a":1,"a":2}');
});

test('a body that is given wins over the payload', async () => {
  const [located] = await read(lineWith({ body: 'no json', payload: 1 }));
  expect(located?.letter.body).toBe('no json');
});

test('a payload nested a hundred thousand levels deep is read', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const [located] = await read(`{"id":"a","queue":"q","jobName":"j","failedReason":"","payload":${deep}}`);
  expect(located?.letter.body === deep).toBe(true);
});

test('lines are the same however the bytes are cut', async () => {
  const texts = fc.array(fc.string({ unit: fc.constantFrom('a', 'ü', '\r', '\u2028', '{', '𠮷') }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(texts, fc.array(fc.nat(40), { maxLength: 8 }), async (lines, cuts) => {
      const all = Buffer.from(lines.join('\n'));
      const places = [0, ...cuts.map((cut) => Math.min(cut, all.length)).toSorted((left, right) => left - right), all.length];
      const parts = places.slice(1).map((end, index) => all.subarray(places[index], end));
      const found: string[] = [];
      for await (const { bytes: line } of linesOf(bytes(...parts), 1000, () => { throw new Error('too long'); })) found.push(Buffer.from(line).toString());
      expect(found).toEqual(lines.at(-1) === '' ? lines.slice(0, -1) : lines);
    }),
  );
});

test('the text of a member is what a parser makes of it', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(undefined, 1, '\t'), fc.string(), (object, space, other) => {
      const json = JSON.parse(JSON.stringify(object)) as Record<string, Json>;
      const text = JSON.stringify(json, null, space);
      for (const [name, value] of Object.entries(json)) expect(parseJson(memberText(text, name) ?? '')).toEqual(value);
      expect(memberText(text, other) === undefined).toBe(!Object.hasOwn(json, other));
    }),
  );
});
