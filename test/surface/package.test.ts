import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { entryPoints, manifest } from './entry-points.ts';
import { ROOT } from './root.ts';
import { sourceFiles } from './source-files.ts';

test.each(entryPoints())('$name leads to a source file', ({ source }) => {
  expect(existsSync(join(ROOT, source))).toBe(true);
});

test.each(entryPoints())('$name has types beside its code', ({ types, code }) => {
  expect(code).toMatch(/^[.]\/dist\/.+[.]js$/);
  expect(types).toBe(code.replace(/[.]js$/, '.d.ts'));
});

test('the command is a source file that a shell can start', () => {
  const source = manifest.bin.mendq.replace(/^dist\//, 'src/').replace(/[.]js$/, '.ts');
  expect(readFileSync(join(ROOT, source), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
});

test('everything that is published exists', () => {
  const missing = [...manifest.files, 'README.md', 'LICENSE'].filter((file) => file !== 'dist' && !existsSync(join(ROOT, file)));
  expect(missing).toEqual([]);
});

test('versions of dependencies are exact', () => {
  const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(versions.filter(([, version]) => !/^(npm:[^@]+@)?\d+[.]\d+[.]\d+$/.test(version))).toEqual([]);
});

test('at most twelve scripts, and each file that they name exists', () => {
  const scripts = Object.values(manifest.scripts);
  expect(scripts.length).toBeLessThanOrEqual(12);
  const files = scripts.flatMap((script) => script.match(/[\w./-]+[.](mjs|cjs|ts)\b/g) ?? []);
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

test('the lock file names no registry', () => {
  expect(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).not.toContain('"resolved"');
});

test('the name of every source file and folder is in kebab case', () => {
  const odd = sourceFiles('src', /./).filter(({ path }) => !/^src(\/[a-z0-9]+(-[a-z0-9]+)*)+[.](ts|json)$/.test(path));
  expect(odd.map(({ path }) => path)).toEqual([]);
});
