import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, expect, test } from 'vitest';

import { entryPoints } from './entry-points.ts';
import { ROOT } from './root.ts';

/** Small, without dependencies, and no choice of the user: needs no laziness. */
const MAY_BE_LOADED = ['fast-json-patch/commonjs/duplex.js'];

const directory = mkdtempSync(join(tmpdir(), 'mendq-imports-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test.each(entryPoints())('importing $name loads no package before it is needed', async ({ source }) => {
  const loaded = await packagesLoadedBy(join(ROOT, source));
  expect(loaded.filter((name) => !MAY_BE_LOADED.includes(name))).toEqual([]);
});

test('a package that a module imports is seen', async () => {
  const module = join(ROOT, 'test/surface/fixtures/imports-a-package.ts');
  expect(await packagesLoadedBy(module)).toEqual(['zod']);
});

async function packagesLoadedBy(module: string): Promise<readonly string[]> {
  const record = join(directory, 'packages.txt');
  writeFileSync(record, '');
  const preloads = ['tsx', pathToFileURL(join(ROOT, 'test/surface/fixtures/record-packages.mjs')).href];
  const program = `await import(${JSON.stringify(pathToFileURL(module).href)}); process.exit(0);`;
  await promisify(execFile)(
    process.execPath,
    [...preloads.flatMap((preload) => ['--import', preload]), '--input-type=module', '--eval', program],
    { cwd: ROOT, env: { ...process.env, RECORD_PACKAGES: record } },
  );
  return [...new Set(readFileSync(record, 'utf8').split('\n'))].filter((line) => line !== '');
}
