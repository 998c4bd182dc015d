import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ROOT } from '../surface/root.ts';

const MAIN = join(ROOT, 'src/cli/main.ts');

/** Variables that would change what the command line does. */
export const STEERING = /^(MENDQ_|DEBUG$|NO_COLOR$|FORCE_COLOR$|CI$|NODE_OPTIONS$|VITEST|NODE_ENV$)/;

/** How a command line ended. */
export interface CliEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where and with which variables a command line runs. */
export interface CliOptions {
  readonly cwd: string;
  readonly variables?: Readonly<Record<string, string>>;
}

/** A command line that runs. */
export interface RunningCli {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<CliEnd>;
  /** What was printed so far. */
  readonly output: () => { readonly stdout: string; readonly stderr: string };
}

/** Starts `mendq WORDS` in a process of its own. */
export function startCli(words: readonly string[], { cwd, variables = {} }: CliOptions): RunningCli {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !STEERING.test(name)));
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), MAIN, ...words], { cwd, env: { ...inherited, ...variables } });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')));
  const ended = once(child, 'close').then(([code, signal]): CliEnd => ({ code, signal, stdout, stderr }));
  return { child, ended, output: () => ({ stdout, stderr }) };
}

/** Runs `mendq WORDS` to its end. */
export function cli(words: readonly string[], options: CliOptions): Promise<CliEnd> {
  return startCli(words, options).ended;
}

/** What a command prints with `--json`. */
export interface ParsedEnvelope {
  readonly schemaVersion: number;
  readonly command: string;
  readonly event?: string;
  readonly status: string;
  readonly summary: Readonly<Record<string, unknown>>;
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly error?: { readonly code: string; readonly message: string; readonly hint: string | null; readonly retryable: boolean };
  readonly next: readonly string[];
}

/** The one JSON object of an output. Throws where there is anything else. */
export function envelopeOf({ stdout }: Pick<CliEnd, 'stdout'>): ParsedEnvelope {
  if (stdout.trimEnd().includes('\n')) throw new Error(`more than one line on standard output: ${stdout}`);
  return JSON.parse(stdout) as ParsedEnvelope;
}

/** A folder with these files, removed by `drop`. */
export function temporaryFolder(files: Readonly<Record<string, string>> = {}): { readonly path: string; readonly drop: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'mendq-cli-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content);
  return { path, drop: () => rmSync(path, { recursive: true, force: true }) };
}

/** Resolves when `condition` holds; rejects when it does not within `milliseconds`. */
export async function until(condition: () => boolean | Promise<boolean>, milliseconds = 30_000): Promise<void> {
  const deadline = Date.now() + milliseconds;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('it did not happen in time');
    await new Promise((resolve) => { setTimeout(resolve, 20); });
  }
}
