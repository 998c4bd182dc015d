import type { RunCommand } from '../command.ts';

/** `mendq demo`: a small business whose jobs die and are healed, offline and without a key. It prints everything itself. */
export const demo: RunCommand = async ({ options, terminal, signal }) => {
  const { runDemo } = await import('../../demo/run-demo.ts');
  return runDemo({
    json: options.json ?? false,
    broker: options.broker ?? 'embedded',
    ...(options.url === undefined ? {} : { url: options.url }),
    output: terminal.output,
    progress: terminal.errors,
    signal,
  });
};
