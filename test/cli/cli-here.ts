import { run } from '../../src/cli/run.ts';
import { STEERING, type CliEnd, type CliOptions } from './run-cli.ts';

/**
 * Runs `mendq WORDS` in this process: much faster than a process of its own, for everything that is about neither signals
 * nor the process's own streams. One at a time: the variables are those of this process meanwhile.
 */
export async function cliHere(words: readonly string[], { cwd, variables = {} }: CliOptions): Promise<CliEnd> {
  const saved = { ...process.env };
  for (const name of Object.keys(process.env)) if (STEERING.test(name)) delete process.env[name];
  Object.assign(process.env, variables);
  let stdout = '';
  let stderr = '';
  const streams = {
    output: { write: (text: string) => (stdout += text) },
    errors: { write: (text: string) => (stderr += text) },
    closed: new AbortController().signal,
    flushed: async () => undefined,
  };
  try {
    const code = await run({ words, environment: process.env, directory: cwd, streams, end: (ended) => { throw new Error(`ended with ${ended}`); } });
    return { code, signal: null, stdout, stderr };
  } finally {
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, saved);
  }
}
