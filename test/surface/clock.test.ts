import { expect, test } from 'vitest';

import { ambientInputs } from './ambient-inputs.ts';
import { sourceFiles } from './source-files.ts';

const MAY_READ_ANYTHING = /^src\/(core\/clock[.]ts$|cli\/|server\/)/;
const MAY_READ_ENVIRONMENT = /^src\/(?:demo\/|model\/environment[.]ts)/;

test('only the clock, the command line and the server read time, chance and environment', () => {
  const readers = sourceFiles('src', /[.]ts$/)
    .filter(({ path }) => !MAY_READ_ANYTHING.test(path))
    .flatMap(({ path, text }) => ambientInputs(text).map((input) => `${path}: ${input}`))
    .filter((reader) => !(MAY_READ_ENVIRONMENT.test(reader) && reader.includes('process.env')));
  expect(readers).toEqual([]);
});

test.each([
  ['const at = Date.now();', ['Date.now:1']],
  ['const at = new Date();', ['new Date():1']],
  ['const at = new Date;', ['new Date():1']],
  ['const at = String(Date());', ['Date():1']],
  ['\nconst jitter = globalThis.Math.random();', ['Math.random:2']],
  ["const url = process.env['URL'];", ['process.env:1']],
  ["const url = process['env'].URL;", ['process.env:1']],
  ['const { env } = process;', ['process.env:1']],
  ["import { env as environment } from 'node:process';", ['process.env:1']],
  ['const { random: chance } = Math;', ['Math.random:1']],
])('%j is seen', (text, expected) => {
  expect(ambientInputs(text)).toEqual(expected);
});

test.each(['const at = new Date(given);', 'const at = clock.now();', '// Date.now() is not read here', "const text = 'process.env';", 'clock.random();'])(
  '%j is no reading of the surroundings',
  (text) => {
    expect(ambientInputs(text)).toEqual([]);
  },
);
