import { afterAll, expect, test } from 'vitest';

import { cliHere } from './cli-here.ts';
import { envelopeOf, temporaryFolder } from './run-cli.ts';

const folder = temporaryFolder();
const cwd = folder.path;
afterAll(folder.drop);

test.each([
  [['inspct'], "unknown command 'inspct'", 'Did you mean inspect?'],
  [['inspect', '--quue', 'a'], "unknown option '--quue'", 'Did you mean --queue?'],
  [['inspect', '--limit', 'many'], "option '--limit <count>' argument 'many' is invalid", 'Give a whole number above 0.'],
  [['heal', '--timeout', '10'], "option '--timeout <time>' argument '10' is invalid", 'Give a number with a unit'],
  [['heal', '--fail-on', 'rain'], "argument 'rain' is invalid", 'Allowed: waiting, unfinished.'],
  [['show'], "missing required argument 'letter'", 'mendq --help'],
  [['inspect', 'more'], 'too many arguments', 'mendq --help'],
  [['help', 'weather'], 'there is no help on weather', 'exit-codes'],
])('%j is wrong usage and says what was meant', async (words, message, hint) => {
  const { code, stdout, stderr } = await cliHere(words, { cwd });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('MENDQ_E_USAGE');
  expect(stderr).toContain(message);
  expect(stderr).toContain(hint);
});

test('wrong usage is one JSON object where JSON is asked for', async () => {
  const end = await cliHere(['heal', '--wiat', '--json'], { cwd });
  expect(end.code).toBe(2);
  expect(envelopeOf(end)).toMatchObject({ command: 'heal', status: 'error', error: { code: 'MENDQ_E_USAGE', hint: 'Did you mean --wait?', retryable: false } });
});

test('a variable with a value that its option does not take is named', async () => {
  const end = await cliHere(['plan', '--json'], { cwd, variables: { MENDQ_LIMIT: 'all' } });
  expect(end.code).toBe(2);
  expect(envelopeOf(end).error?.message).toContain('MENDQ_LIMIT');
});

test('a flag wins over its variable', async () => {
  const end = await cliHere(['inspect', '--config', 'flag.config.ts', '--json'], { cwd, variables: { MENDQ_CONFIG: 'variable.config.ts' } });
  expect(envelopeOf(end).error?.message).toContain('flag.config.ts');
});

test.each(['1', 'true', 'yes'])('MENDQ_JSON=%s asks for JSON', async (MENDQ_JSON) => {
  expect(envelopeOf(await cliHere(['explain', 'config'], { cwd, variables: { MENDQ_JSON } })).summary).toEqual({ code: 'MENDQ_E_CONFIG' });
});

test.each(['0', 'false', '', 'off'])('MENDQ_JSON=%s does not', async (MENDQ_JSON) => {
  const { stdout } = await cliHere(['explain', 'config'], { cwd, variables: { MENDQ_JSON } });
  expect(stdout).toContain('Likely causes');
});

test('common options may stand before the command', async () => {
  expect(envelopeOf(await cliHere(['--json', 'explain', 'config'], { cwd })).command).toBe('explain');
});

test('--version names mendq, Node and the platform', async () => {
  const { code, stdout } = await cliHere(['--version'], { cwd });
  expect(code).toBe(0);
  expect(stdout).toBe(`mendq 0.1.0 (node ${process.version}, ${process.platform} ${process.arch})\n`);
});

test('without a command the help is shown', async () => {
  const { code, stdout, stderr } = await cliHere([], { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('Usage: mendq');
});

test('help exit-codes lists every exit code', async () => {
  const { items } = envelopeOf(await cliHere(['help', 'exit-codes', '--json'], { cwd }));
  expect(items.map(({ code }) => code)).toEqual([0, 1, 2, 3, 4, 130, 143]);
});

test('help of a command names the variable of each option', async () => {
  const { items } = envelopeOf(await cliHere(['help', 'heal', '--json'], { cwd }));
  expect(items).toContainEqual(expect.objectContaining({ flags: '--timeout <time>', variable: 'MENDQ_TIMEOUT' }));
  expect(items.filter(({ variable }) => variable === null)).toEqual([]);
});

test('colours are off where nobody asks for them and on where somebody does', async () => {
  const escape = '\u001B[';
  expect((await cliHere(['explain', 'config'], { cwd })).stdout).not.toContain(escape);
  expect((await cliHere(['explain', 'config'], { cwd, variables: { FORCE_COLOR: '1' } })).stdout).toContain(escape);
  expect((await cliHere(['explain', 'config', '--no-color'], { cwd, variables: { FORCE_COLOR: '1' } })).stdout).not.toContain(escape);
});
