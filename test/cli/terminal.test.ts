import { expect, test } from 'vitest';

import { createOutput, wantsColor } from '../../src/cli/terminal.ts';

const TTY = { isTTY: true };
const FILE = {};

test.each([
  ['a terminal', TTY, undefined, {}, true],
  ['a file', FILE, undefined, {}, false],
  ['NO_COLOR', TTY, undefined, { NO_COLOR: '1' }, false],
  ['an empty NO_COLOR', TTY, undefined, { NO_COLOR: '' }, true],
  ['FORCE_COLOR', FILE, undefined, { FORCE_COLOR: '1' }, true],
  ['FORCE_COLOR=0', TTY, undefined, { FORCE_COLOR: '0' }, false],
  ['NO_COLOR and FORCE_COLOR', TTY, undefined, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
  ['TERM=dumb', TTY, undefined, { TERM: 'dumb' }, false],
  ['--no-color', TTY, false, { FORCE_COLOR: '1' }, false],
  ['--color', FILE, true, { NO_COLOR: '1' }, true],
])('colours with %s', (_case, stream, color, environment, expected) => {
  expect(wantsColor(stream, { color, environment })).toBe(expected);
});

test.each([
  [TTY, {}, true],
  [FILE, {}, false],
  [TTY, { TERM: 'dumb' }, false],
  [TTY, { CI: 'true' }, false],
])('a line is drawn over only where a person watches: %j %j', (stream, environment, expected) => {
  expect(createOutput({ ...stream, write: () => true }, { environment }).interactive).toBe(expected);
});
