import type { Stream } from './terminal.ts';

/** The standard streams, reserved for what mendq itself prints. */
export interface OwnStreams {
  readonly output: Stream;
  readonly errors: Stream;
  /** Aborted when the reader of standard output has gone. */
  readonly closed: AbortSignal;
  /** Resolves when everything that was written has left the process. */
  flushed(): Promise<void>;
}

/**
 * Takes standard output away from everybody else: what a configuration file, a hook or a package prints there goes to
 * standard error from now on, so that results stay machine-readable. A reader that goes away is no error.
 */
export function takeStreams({ stdout, stderr }: Pick<NodeJS.Process, 'stdout' | 'stderr'>): OwnStreams {
  const gone = new AbortController();
  const write = stdout.write.bind(stdout);
  const complain = stderr.write.bind(stderr);
  stdout.on('error', () => gone.abort());
  stderr.on('error', () => undefined);
  stdout.write = complain;
  return {
    output: { write: (text) => !gone.signal.aborted && write(text), isTTY: stdout.isTTY, columns: stdout.columns },
    errors: { write: (text) => complain(text), isTTY: stderr.isTTY, columns: stderr.columns },
    closed: gone.signal,
    flushed: async () => {
      await Promise.all([settled(write), settled(complain)]);
    },
  };
}

function settled(write: (text: string, done: () => void) => unknown): Promise<void> {
  return new Promise((resolve) => {
    write('', () => resolve());
  });
}
