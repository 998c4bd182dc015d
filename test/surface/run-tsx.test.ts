import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { ROOT } from './root.ts';

const PROGRAM = 'test/surface/fixtures/echo-program.ts';

function start(...parameters: readonly string[]) {
  const [main, tsx] = ['main', 'tsx'].map((name) => JSON.stringify(join(ROOT, `scripts/house/${name}.mjs`)));
  const script = `import { main } from ${main}; import { runTypeScript } from ${tsx}; await main(() => runTypeScript('${PROGRAM}', process.argv.slice(1)));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script, '--', ...parameters], { stdio: ['ignore', 'pipe', 'inherit'] });
  return { child, exited: once(child, 'exit'), firstOutput: once(child.stdout, 'data').then(([chunk]) => String(chunk)) };
}

test('passes parameters in and the exit code out, and prints nothing of its own', async () => {
  const { exited, firstOutput } = start('7', '--json', 'two words');
  expect(await firstOutput).toBe('["--json","two words"]\n');
  expect(await exited).toEqual([7, null]);
});

test('passes a signal on and ends when the program has ended', async () => {
  const { child, exited, firstOutput } = start('wait');
  await firstOutput;
  child.kill('SIGTERM');
  expect(await exited).toEqual([21, null]);
});
