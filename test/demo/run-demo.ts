import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Json, JsonObject } from '../../src/index.ts';

const MAIN = resolve(import.meta.dirname, '../../src/cli/main.ts');

/** A run of `mendq demo` in a process and a folder of its own. */
export interface DemoRun {
  readonly exitCode: number | null;
  readonly output: string;
  readonly errors: string;
  /** The working directory. */
  readonly directory: string;
}

/** An item of the demo's JSON. */
export interface DemoItem {
  readonly queue: string;
  readonly name: string;
  readonly payload: JsonObject;
  readonly signature: string;
  readonly cause: string;
  readonly verdict: string;
  readonly outcome: string;
  readonly why: string;
  readonly before: Json;
  readonly after: Json;
  readonly replayMilliseconds: number | null;
}

/** The demo's JSON. */
export interface DemoReport {
  readonly status: string;
  readonly summary: Readonly<Record<string, number>>;
  readonly items: readonly DemoItem[];
  readonly checks: readonly { readonly name: string; readonly passed: boolean; readonly found: string }[];
  readonly next: readonly string[];
}

/** Runs the demo. `interruptAt` sends SIGINT when the output holds that text. */
export async function runDemo(parameters: readonly string[], options: { readonly interruptAt?: string } = {}): Promise<DemoRun> {
  const directory = await mkdtemp(join(tmpdir(), 'mendq-demo-test-'));
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), MAIN, 'demo', ...parameters], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: undefined, CI: undefined },
  });
  const output: string[] = [];
  const errors: string[] = [];
  let interrupted = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.push(text);
    if (interrupted || options.interruptAt === undefined || !output.join('').includes(options.interruptAt)) return;
    interrupted = true;
    child.kill('SIGINT');
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => errors.push(text));
  const exitCode = await new Promise<number | null>((end, fail) => {
    child.once('error', fail);
    child.once('close', end);
  });
  return { exitCode, output: output.join(''), errors: errors.join(''), directory };
}

/** Removes what a run left behind. */
export async function forget(run: DemoRun): Promise<void> {
  await rm(run.directory, { recursive: true, force: true });
}

/** Reads the JSON of a run. */
export function reportOf(run: DemoRun): DemoReport {
  return JSON.parse(run.output) as DemoReport;
}

/** The report without what depends on the machine's speed. */
export function withoutTimes(report: DemoReport): object {
  return { ...report, items: report.items.map(({ replayMilliseconds, ...item }) => ({ ...item, replayed: replayMilliseconds !== null })) };
}
