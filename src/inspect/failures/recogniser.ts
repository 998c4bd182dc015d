import type { FailureText } from '../failure-text.ts';

/** What a library's format tells, beyond what every error tells. */
export interface Recognition {
  /** Name of the library, the same as the recogniser's file. */
  readonly library: string;
  /** The most telling code, where the library has one. */
  readonly code?: string;
  readonly httpStatus?: number;
  readonly retryAfterMilliseconds?: number;
  /** The masked message, where the library's format allows a better one than masking word by word. */
  readonly template?: string;
  readonly details?: Readonly<Record<string, string>>;
}

/**
 * Recognises the printed format of one library, or returns `undefined`. Everything it reads was written by somebody
 * else: it must take linear time and must anchor its patterns where a value of the payload can't stand.
 */
export type Recogniser = (text: FailureText) => Recognition | undefined;

/** The details that are known, without those that are not. */
export function knownDetails(details: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(details).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''));
}
