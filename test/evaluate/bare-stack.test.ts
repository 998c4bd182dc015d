import { describe, expect, test } from 'vitest';

import { bareStack } from '../../src/evaluate/bare-stack.ts';

const FRAMES = 'Error: no\n    at run (/app/a.js:1:2)\n    at async Worker.processJob (/app/b.js:3:4)';

describe('what stands behind the frames is dropped', () => {
  test.each([
    ['properties', `${FRAMES} {\n  code: 'ECONNRESET',\n  errno: -104\n}`],
    ['a cause with frames of its own', `${FRAMES} {\n  [cause]: Error: deeper\n      at inner (/app/c.js:5:6) {\n    code: 'X'\n  }\n}`],
    ['lines of a logger', `${FRAMES}\nrequestId: 17\n{"level":50}`],
    ['an empty line', `${FRAMES}\n`],
    ['lines with carriage returns', `${FRAMES} {\r\n  code: 'X'\r\n}`],
  ])('%s', (_case, stack) => {
    expect(bareStack(stack)).toBe(FRAMES);
  });

  test('a message that quotes another stack keeps its own frames', () => {
    const stack = 'Error: remote said:\n    at Remote.call (r.js:1:1)\nend of quote\n    at run (/app/a.js:1:2)';
    expect(bareStack(`${stack} {\n  code: 1\n}`)).toBe(stack);
  });
});

test.each(['', 'Error: no frames { code: 1 }', 'line\nat the end of the day'])('a stack without frames stays as it is: %j', (stack) => {
  expect(bareStack(stack)).toBe(stack);
});

test('doing it twice is doing it once', () => {
  const once = bareStack(`${FRAMES} {\n  code: 'X'\n}`);
  expect(bareStack(once)).toBe(once);
});
