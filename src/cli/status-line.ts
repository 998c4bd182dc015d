import type { Output } from './terminal.ts';

/** Start of the line, and erase to its end. */
const CLEAR = '\r\u001B[K';

/** One line that is drawn over again and again. */
export interface StatusLine {
  /** Replaces what the line says; cut to the width of the terminal. */
  show(text: string): void;
  clear(): void;
}

/**
 * Draws a line on an output that a person watches. The keyboard is left alone: Ctrl-C has to reach the process as a
 * signal, so that it finishes what is in hand.
 */
export function createStatusLine({ write, paint, columns }: Output): StatusLine {
  return {
    show: (text) => write(`${CLEAR}${paint.dim(`${text.slice(0, columns - 4)} …`)}`),
    clear: () => write(CLEAR),
  };
}
