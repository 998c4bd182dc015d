import type { RawLetter } from './dead-letter.ts';

/** Headers of this prefix are an adapter's: what it alone could see when it read the letter. They are not part of the message. */
export const FACT_PREFIX = 'mendq:';

/** The message that waits for this one, for people: `job 7 of queue reports`. */
export const PARENT_FACT = 'mendq:parent';

/** The child whose failure killed this letter, where the broker confirmed that it is a child of it. For people. */
export const FAILED_CHILD_FACT = 'mendq:failed-child';

/** The same as `RawLetter.retention`, so that it is kept with the headers. */
export const RETENTION_FACT = 'mendq:retention';

/** A fact of a letter; `undefined` where the adapter stated none. */
export function factOf({ headers }: Pick<RawLetter, 'headers'>, fact: string): string | undefined {
  const value = headers[fact];
  return typeof value === 'string' ? value : undefined;
}
