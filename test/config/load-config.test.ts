import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { loadConfig } from '../../src/config/load-config.ts';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'mendq-config-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function write(name: string, content: string): string {
  const path = join(directory, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

const modules = { mendq: { defineConfig: (config: unknown) => config, from: 'memory' } };
const load = (file?: string) => loadConfig({ directory, modules, ...(file === undefined ? {} : { file }) });

test.each([
  ['mendq.config.ts', 'enum Color { red }\nconst ledger: string = Color[0];\nexport default { ledger };'],
  ['mendq.config.js', "export default { ledger: 'red' };"],
  ['mendq.config.mjs', "export default { ledger: 'red' };"],
  ['mendq.config.cjs', "module.exports = { ledger: 'red' };"],
  ['mendq.config.json', '{ "ledger": "red" }'],
])('%s is found and loaded', async (name, content) => {
  const path = write(name, content);
  expect(await load()).toEqual({ path, config: { ledger: 'red' } });
});

test('mendq itself need not be installed beside the file', async () => {
  write('mendq.config.ts', "import { defineConfig, from } from 'mendq';\nexport default defineConfig({ ledger: from });");
  expect((await load()).config).toEqual({ ledger: 'memory' });
});

test('the value is the very one that the file exports', async () => {
  write('mendq.config.ts', 'class Store { put() { return 1; } }\nexport default { archive: new Store(), list: [1], __proto__: null };');
  const { config } = await load();
  expect((config as { archive: { put(): number } }).archive.put()).toBe(1);
});

test('paths of the tsconfig beside the file are followed', async () => {
  write('tsconfig.json', '{ "compilerOptions": { "paths": { "@/*": ["./source/*"] } } }');
  write('source/place.ts', "export const place = 'here';");
  write('mendq.config.ts', "import { place } from '@/place';\nexport default { ledger: place };");
  expect((await load()).config).toEqual({ ledger: 'here' });
});

test('no other file is merged in and nothing is fetched', async () => {
  write('.mendqrc', 'ledger=elsewhere');
  write('mendq.config.ts', "export default { extends: 'gh:someone/something', $production: { ledger: 'x' } };");
  expect((await load()).config).toEqual({ extends: 'gh:someone/something', $production: { ledger: 'x' } });
});

test('a file that is named is looked for from the working directory', async () => {
  const path = write('sub/other.ts', 'export default {};');
  expect((await load('sub/other.ts')).path).toBe(path);
  expect((await load(path)).path).toBe(path);
});

test('a missing file says where was looked and shows one to paste', async () => {
  await expect(load()).rejects.toMatchObject({
    code: 'MENDQ_E_CONFIG',
    message: expect.stringMatching(new RegExp(`^${directory}: there is no configuration file here .*mendq[.]config.*[.]ts, .*[.]json`)),
    hint: expect.stringContaining("queues: [bullmq('my-queue'"),
  });
});

test('a named file that is missing is named', async () => {
  await expect(load('gone.ts')).rejects.toMatchObject({ code: 'MENDQ_E_CONFIG', message: expect.stringContaining(join(directory, 'gone.ts')) });
});

test.each([
  ['a syntax error', 'const a = 1;\nexport default {\n  queues: [\n};', 4, 'Unexpected token'],
  ['a type used as a value', 'const a: any = undefined;\n\nexport default { queues: a.b };', 3, "reading 'b'"],
  ['a package that is missing', "import { x } from 'not-there-at-all';\nexport default { queues: [x] };", 1, 'not-there-at-all'],
])('%s is told with file and line', async (_case, content, line, words) => {
  const path = write('mendq.config.ts', content);
  const error = (await load().catch((thrown: unknown) => thrown)) as Error;
  expect(error).toMatchObject({ code: 'MENDQ_E_CONFIG' });
  expect(error.message).toContain(`${path}:${line}: `);
  expect(error.message).toContain(words);
  expect(error.message).not.toContain('\n');
});

test('an error in a file that the configuration imports is told there', async () => {
  const path = write('queues.ts', '\nexport const queues: any = (1 as any).foo.bar;');
  write('mendq.config.ts', "import { queues } from './queues.ts';\nexport default { queues };");
  await expect(load()).rejects.toMatchObject({ message: expect.stringContaining(`${path}:2: `) });
});

test('JSON that is cut off is told with its file', async () => {
  const path = write('mendq.config.json', '{ "queues": [');
  await expect(load()).rejects.toMatchObject({ code: 'MENDQ_E_CONFIG', message: expect.stringContaining(path) });
});

test('anything thrown is told, also what is no error', async () => {
  write('mendq.config.ts', "throw 'no database today';");
  await expect(load()).rejects.toMatchObject({ code: 'MENDQ_E_CONFIG', message: expect.stringContaining('no database today') });
});
