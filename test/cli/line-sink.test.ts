import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { fileSink, streamSink } from '../../src/cli/line-sink.ts';
import { temporaryFolder } from './run-cli.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.drop());

const content = (name: string): string => readFileSync(join(folder.path, name), 'utf8');

test('a file is there as a whole, for its owner only, once it is finished', async () => {
  const sink = await fileSink('out.jsonl', folder.path, false);
  await sink.write(['1', '2']);
  await sink.write([]);
  expect(readdirSync(folder.path)).not.toContain('out.jsonl');
  await sink.write(['3']);
  await sink.finish();
  await sink.drop();
  expect(readdirSync(folder.path)).toEqual(['out.jsonl']);
  expect(content('out.jsonl')).toBe('1\n2\n3\n');
  expect(statSync(join(folder.path, 'out.jsonl')).mode & 0o777).toBe(0o600);
});

test('what is dropped leaves nothing', async () => {
  const sink = await fileSink('out.jsonl', folder.path, false);
  await sink.write(['1']);
  await sink.drop();
  expect(readdirSync(folder.path)).toEqual([]);
});

test('a file that is there is replaced by force only', async () => {
  writeFileSync(join(folder.path, 'out.jsonl'), 'mine');
  await expect(fileSink('out.jsonl', folder.path, false)).rejects.toMatchObject({ code: 'MENDQ_E_USAGE', message: 'out.jsonl is there already', hint: expect.stringContaining('--force') as string });
  const sink = await fileSink('out.jsonl', folder.path, true);
  await sink.write(['1']);
  expect(content('out.jsonl')).toBe('mine');
  await sink.finish();
  expect(content('out.jsonl')).toBe('1\n');
});

test('a file that comes while another is written is kept', async () => {
  const sink = await fileSink('out.jsonl', folder.path, false);
  writeFileSync(join(folder.path, 'out.jsonl'), 'mine');
  await expect(sink.finish()).rejects.toThrow('out.jsonl is there already');
  await sink.drop();
  expect(readdirSync(folder.path)).toEqual(['out.jsonl']);
  expect(content('out.jsonl')).toBe('mine');
});

test('a folder that is not there is told', async () => {
  await expect(fileSink('nowhere/out.jsonl', folder.path, false)).rejects.toMatchObject({ code: 'MENDQ_E_USAGE', message: expect.stringContaining('ENOENT') as string });
});

test('a stream gets each line at once', async () => {
  let text = '';
  const sink = streamSink((more) => (text += more));
  await sink.write(['1', '2']);
  await sink.write([]);
  await sink.finish();
  expect(text).toBe('1\n2\n');
});
