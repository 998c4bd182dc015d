import { execFile } from 'node:child_process';
import { createReadStream, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';

import { afterAll, expect, test } from 'vitest';

import { systemClock } from '../../src/core/clock.ts';
import { evaluateFile, openLetterFile, ownCorpus, type EvaluatedLetter, type LetterFile } from '../../src/evaluate/evaluate.ts';
import { ROOT } from '../surface/root.ts';

const folder = mkdtempSync(join(tmpdir(), 'mendq-evaluate-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const never = new AbortController().signal;
const lineOf = (index: number): string => JSON.stringify({ id: `l-${index}`, queue: 'q', jobName: 'j', payload: { index }, failedReason: 'connect ECONNREFUSED 10.0.0.1:80', expected: { verdict: 'retry' }, policy: { effects: 'none' } });
const content = (count: number): string => Array.from({ length: count }, (_, index) => `${lineOf(index)}\n`).join('');

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

async function run(file: LetterFile, signal = never, onLetters: (letters: readonly EvaluatedLetter[]) => void = () => undefined) {
  const told: [string, number][] = [];
  const items: EvaluatedLetter[] = [];
  const takeLetters = (letters: readonly EvaluatedLetter[]): void => {
    items.push(...letters);
    onLetters(letters);
  };
  try {
    const found = await evaluateFile(file, { clock: systemClock, bareStacks: false, signal, onProgress: (stage, letters) => told.push([stage, letters]), onLetters: takeLetters });
    return { ...found, told, items };
  } finally {
    await file.close();
  }
}

test('checks the whole file, then decides it batch by batch in its order', async () => {
  const { summary, interrupted, told, items } = await run(await openLetterFile({ path: write('many.jsonl', content(2500)) }, 'many.jsonl', never));
  expect({ letters: summary.letters, interrupted }).toEqual({ letters: 2500, interrupted: false });
  expect(told.slice(0, 4)).toEqual([['checked', 1000], ['checked', 2000], ['decided', 200], ['decided', 400]]);
  expect(items.map(({ id }) => id)).toEqual(Array.from({ length: 2500 }, (_, index) => `l-${index}`));
});

test('scores nothing where the last line is no letter', async () => {
  const path = write('bad.jsonl', `${content(500)}{"id":"last"}\n`);
  let decided = 0;
  const running = openLetterFile({ path }, 'bad.jsonl', never).then((file) => run(file, never, ({ length }) => { decided += length; }));
  await expect(running).rejects.toThrow('bad.jsonl, line 501: queue is missing');
  expect(decided).toBe(0);
});

test('reads a stream twice and leaves nothing behind', async () => {
  const left = (): readonly string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('mendq-letters-'));
  const before = left();
  const file = await openLetterFile({ stream: Readable.from([Buffer.from(content(3)), Buffer.from(lineOf(3))]) }, 'standard input', never);
  expect(left()).toEqual(before);
  expect((await run(file)).summary.letters).toBe(4);
});

test('reads a named pipe', async () => {
  const pipe = join(folder, 'pipe');
  await promisify(execFile)('mkfifo', [pipe]);
  const [file] = await Promise.all([openLetterFile({ path: pipe }, 'pipe', never), promisify(execFile)('sh', ['-c', 'cat "$0" > "$1"', write('few.jsonl', content(5)), pipe])]);
  expect((await run(file)).summary.letters).toBe(5);
});

test.each([['nowhere.jsonl', 'ENOENT'], ['.', 'EISDIR']])('%s can not be read', async (name, reason) => {
  const opening = openLetterFile({ path: join(folder, name) }, name, never);
  await expect(opening).rejects.toMatchObject({ code: 'MENDQ_E_USAGE', message: expect.stringContaining(reason) as string });
});

test('stops between two batches and says so', async () => {
  const stop = new AbortController();
  const file = await openLetterFile({ path: write('long.jsonl', content(1000)) }, 'long.jsonl', stop.signal);
  const { summary, interrupted } = await run(file, stop.signal, () => stop.abort());
  expect({ letters: summary.letters, interrupted }).toEqual({ letters: 200, interrupted: true });
});

test('stops waiting for a stream that says nothing', async () => {
  const stop = new AbortController();
  const stream = new Readable({ read: () => undefined });
  stream.push(`${lineOf(0)}\n{"half":`);
  const opening = openLetterFile({ stream }, 'standard input', stop.signal);
  stop.abort();
  expect(await run(await opening, stop.signal)).toMatchObject({ summary: { letters: 0 }, interrupted: true, items: [] });
});

test('an empty file has no letters', async () => {
  expect((await run(await openLetterFile({ path: write('empty.jsonl', '\n\n') }, 'empty.jsonl', never))).summary).toMatchObject({ letters: 0, healedRate: null, byCategory: {} });
});

test('a stream that breaks is an error', async () => {
  const path = write('gone.jsonl', content(1));
  await expect(openLetterFile({ stream: createReadStream(`${path}-not`) }, 'standard input', never)).rejects.toThrow('ENOENT');
});

test('the letters that are shipped stand beside the sources', () => {
  expect(ownCorpus()).toBe(join(ROOT, 'corpus/letters.jsonl'));
});
