/** A second signal sooner than this after the first, in milliseconds, is the same one: npm passes on what the terminal has already sent. */
const SAME = 250;

const CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** A signal that asks for the end. */
export type StopSignal = keyof typeof CODES;

/** How the process is asked to stop. */
export interface StopSignals {
  /** Aborted by the first signal, where the command finishes first. */
  readonly signal: AbortSignal;
  /** The signal that came, with its exit code. */
  received(): { readonly name: StopSignal; readonly code: number } | undefined;
  /** Stops listening. */
  close(): void;
}

/** How signals are answered. */
export interface StopOptions {
  /** True where the first signal lets the command finish what is in hand. */
  readonly finishesFirst: boolean;
  /** Called at the first signal, where the command finishes first. */
  readonly onStop: (name: StopSignal) => void;
  /** Ends the process at once. */
  readonly end: (code: number) => void;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

/** Listens for Ctrl-C, SIGTERM and SIGHUP: the first asks the command to finish, the second ends the process. */
export function listenForStop({ finishesFirst, onStop, end, now }: StopOptions): StopSignals {
  const controller = new AbortController();
  let first: { readonly name: StopSignal; readonly at: number } | undefined;
  const answer = (name: StopSignal): void => {
    if (!finishesFirst) return end(CODES[name]);
    if (first === undefined) {
      first = { name, at: now() };
      controller.abort();
      onStop(name);
    } else if (now() - first.at >= SAME) end(CODES[name]);
  };
  const names = Object.keys(CODES) as StopSignal[];
  for (const name of names) process.on(name, answer);
  return {
    signal: controller.signal,
    received: () => (first === undefined ? undefined : { name: first.name, code: CODES[first.name] }),
    close: () => {
      for (const name of names) process.off(name, answer);
    },
  };
}
