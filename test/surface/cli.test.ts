import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, describe, expect, test } from 'vitest';

import { COMMANDS } from '../../src/cli/command-map.ts';
import { EXIT_CODES } from '../../src/cli/exit-codes.ts';
import { commonOptionsWithVariables } from '../../src/cli/options.ts';
import { cliHere } from '../cli/cli-here.ts';
import { cli, envelopeOf, temporaryFolder } from '../cli/run-cli.ts';
import { ROOT } from './root.ts';
import { sourceFiles } from './source-files.ts';

const guide = readFileSync(join(ROOT, 'docs/cli.md'), 'utf8');
const folder = temporaryFolder();
const cwd = folder.path;
afterAll(folder.drop);

describe.each(COMMANDS.map((entry) => ({ entry, name: entry.name })))('$name', ({ entry, name }) => {
  const words = [name, ...(entry.parameter === undefined ? [] : ['MENDQ_E_CONFIG'])];

  test('has code of its own that is loaded when it is called', async () => {
    expect(await entry.load()).toBeTypeOf('function');
  });

  test('shows its help, also as JSON', async () => {
    const { code, stdout } = await cliHere([name, '--help'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain(`Usage: mendq ${name}`);
    expect(envelopeOf(await cliHere([name, '--help', '--json'], { cwd })).status).toBe('ok');
  });

  test('is in the guide with its options and their variables', () => {
    expect(guide).toContain(`| \`${name}${entry.parameter === undefined ? '' : ' '}`);
    for (const { long, envVar } of [...entry.options(), ...commonOptionsWithVariables()]) {
      expect(guide).toContain(`\`${long}`);
      // MENDQ_MODEL is what configurations read their model's id from, and must not make doctor pay for a call.
      const variable = long === '--model' ? 'MENDQ_ASK_MODEL' : `MENDQ_${String(long).slice(2).replaceAll('-', '_').toUpperCase()}`;
      expect(envVar).toBe(variable);
      expect(guide).toContain(`\`${envVar}\``);
    }
  });

  // The demo prints an object of its own, which takes a while: test/demo reads it.
  if (name === 'demo') return;

  test('prints one JSON object and nothing else with --json', async () => {
    const end = await cliHere([...words, '--json'], { cwd });
    expect(envelopeOf(end)).toMatchObject({ schemaVersion: 1, command: name, next: expect.any(Array), items: expect.any(Array) });
    expect(end.stdout.endsWith('}\n')).toBe(true);
  });
});

test('the guide names every exit code', () => {
  for (const { code } of EXIT_CODES) expect(guide).toMatch(new RegExp(`\\| (130, )?${code}[ ,]`));
});

test('standard output stays clean in a process of its own', async () => {
  const end = await cli(['inspect', '--json'], { cwd });
  expect(end).toMatchObject({ code: 2, stderr: '' });
  expect(envelopeOf(end).error?.code).toBe('MENDQ_E_CONFIG');
});

test('only main ends the process or says with which code', () => {
  const enders = sourceFiles('src', /[.]ts$/).filter(({ text }) => /process[.](exit\b|exitCode)/.test(text));
  expect(enders.map(({ path }) => path)).toEqual(['src/cli/main.ts']);
});
