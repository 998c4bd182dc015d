import type { FailureText } from '../failure-text.ts';

/** Frames that are looked at: a library's own stand at the top, below them those of whoever called it. */
const TOP = 8;

/** True where one of the newest frames stands in one of these paths. */
export function framesHold({ frames }: FailureText, paths: readonly string[]): boolean {
  return frames.slice(0, TOP).some((frame) => paths.some((path) => frame.includes(path)));
}
