import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshFolder } from '../../src/demo/folder.ts';

let directory: string;
const others: string[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mendq-folder-'));
});
afterEach(async () => {
  for (const path of [directory, ...others.splice(0)]) await rm(path, { recursive: true, force: true });
});

test('makes the folder in the working directory and empties an earlier one', async () => {
  const first = await freshFolder(directory);
  await writeFile(join(first, 'old'), '');
  expect(await freshFolder(directory)).toBe(first);
  expect(first).toBe(join(directory, '.mendq-demo'));
  expect(await readdir(first)).toEqual(['.gitignore']);
});

test('takes a temporary folder where the working directory can not be written', async () => {
  const file = join(directory, 'a-file');
  await writeFile(file, '');
  const folder = await freshFolder(file);
  others.push(folder);
  expect(dirname(folder)).toBe(tmpdir());
});

test('takes a temporary folder and leaves the other alone where a demo is running in it', async () => {
  const ledger = join(directory, '.mendq-demo', 'ledger');
  await mkdir(ledger, { recursive: true });
  await writeFile(join(ledger, 'data'), '');
  const server = await listen(join(ledger, 'lock-000000000000.sock'));
  const folder = await freshFolder(directory);
  others.push(folder);
  expect(dirname(folder)).toBe(tmpdir());
  expect(await readdir(ledger)).toContain('data');
  await new Promise((closed) => void server.close(closed));
});

test('empties the folder of a demo that was killed', async () => {
  const ledger = join(directory, '.mendq-demo', 'ledger');
  await mkdir(ledger, { recursive: true });
  await writeFile(join(ledger, 'lock-000000000000.sock'), '');
  expect(await freshFolder(directory)).toBe(join(directory, '.mendq-demo'));
});

function listen(path: string): Promise<Server> {
  return new Promise((listening) => {
    const server = createServer().listen(path, () => listening(server));
  });
}
