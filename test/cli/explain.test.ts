import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { ERROR_GUIDE } from '../../src/core/error-guide.ts';
import { sourceFiles } from '../surface/source-files.ts';
import { ROOT } from '../surface/root.ts';
import { cliHere } from './cli-here.ts';
import { envelopeOf, temporaryFolder } from './run-cli.ts';

const folder = temporaryFolder();
const cwd = folder.path;
afterAll(folder.drop);

const CODES = /MENDQ_E_[A-Z_]+[A-Z]/g;

test('every code has a meaning, causes and steps', () => {
  const declared = readFileSync(join(ROOT, 'src/core/errors.ts'), 'utf8').match(CODES) ?? [];
  expect(new Set(Object.keys(ERROR_GUIDE))).toEqual(new Set(declared));
  for (const { meaning, causes, steps } of Object.values(ERROR_GUIDE)) {
    expect(meaning.length).toBeGreaterThan(30);
    expect(causes.length).toBeGreaterThan(0);
    expect(steps.length).toBeGreaterThan(0);
  }
});

test('every code that a source file names is explained', () => {
  const named = sourceFiles('src', /[.]ts$/).flatMap(({ text }) => text.match(CODES) ?? []);
  expect([...new Set(named)].filter((code) => !Object.hasOwn(ERROR_GUIDE, code))).toEqual([]);
});

test.each(['MENDQ_E_LEDGER_LOCKED', 'ledger_locked', 'E_LEDGER_LOCKED', 'ledger-locked'])('explain %s works offline', async (code) => {
  const { stdout, code: exit } = await cliHere(['explain', code], { cwd });
  expect(exit).toBe(0);
  expect(stdout).toContain('MENDQ_E_LEDGER_LOCKED (exit code 1)');
  expect(stdout).toContain(ERROR_GUIDE.MENDQ_E_LEDGER_LOCKED.meaning);
});

test('explain without a code lists all', async () => {
  const { items } = envelopeOf(await cliHere(['explain', '--json'], { cwd }));
  expect(items.map(({ code }) => code)).toEqual(Object.keys(ERROR_GUIDE));
});

test('an unknown code is wrong usage and the codes are listed', async () => {
  const { code, stderr } = await cliHere(['explain', 'nothing'], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain('MENDQ_E_LEDGER_TOO_NEW');
});
