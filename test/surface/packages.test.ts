import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, expect, test } from 'vitest';

import { packagesAreCurrent } from '../../scripts/house/packages.mjs';

const directory = mkdtempSync(join(tmpdir(), 'mendq-packages-'));
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const WANTED = { '': { version: '0.1.0' }, 'node_modules/a': { version: '1.0.0' }, 'node_modules/other-platform': { version: '1.0.0', optional: true } };

test.each([
  ['nothing is installed', undefined, false],
  ['everything is installed', { 'node_modules/a': { version: '1.0.0' } }, true],
  ['a package has another version', { 'node_modules/a': { version: '0.9.0' } }, false],
  ['a package is missing', { 'node_modules/other-platform': { version: '1.0.0' } }, false],
])('where %s, being current is told right', (_case, installed, expected) => {
  mkdirSync(join(directory, 'node_modules'), { recursive: true });
  writeFileSync(join(directory, 'package-lock.json'), JSON.stringify({ packages: WANTED }));
  if (installed !== undefined) writeFileSync(join(directory, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: installed }));
  expect(packagesAreCurrent(directory)).toBe(expected);
});
