import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A process of a test, which talks in lines. */
export interface TalkingChild {
  readonly pid: number | undefined;
  /** The next line that it printed; rejects when it ends without one. */
  line(): Promise<string>;
  /** Sends a line. */
  say(line: string): void;
  kill(signal: NodeJS.Signals): void;
  /** Resolves with the exit code, or with the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
}

/** Starts a TypeScript file beside this one with these arguments. */
export function startChild(file: string, ...parameters: readonly string[]): TalkingChild {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child: ChildProcessWithoutNullStreams = spawn(process.execPath, ['--import', 'tsx', path, ...parameters]);
  let complaints = '';
  child.stderr.on('data', (text: Buffer) => (complaints += text.toString()));
  // The child may be gone when it is spoken to.
  child.stdin.on('error', () => undefined);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    pid: child.pid,
    line: async () => {
      const next = await lines.next();
      if (next.done === true) throw new Error(`the child has ended: ${complaints}`);
      return next.value;
    },
    say: (line) => child.stdin.write(`${line}\n`),
    kill: (signal) => child.kill(signal),
    ended: once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals | null),
  };
}
