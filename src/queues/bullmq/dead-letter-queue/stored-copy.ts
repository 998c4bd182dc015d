import type { Json } from '../../../core/json.ts';

/** A job of the dead-letter queue as either store keeps it. */
export interface StoredCopy {
  readonly id: string;
  readonly name: string;
  /** `timestamp:attemptsStarted:finishedOn` of the copy. */
  readonly epoch: string;
  /** When the copy was added, in milliseconds; `''` where the store has none. */
  readonly timestamp: string;
  readonly data: Uint8Array;
  /** Set, in bytes, where the data is above the reading limit and was not loaded. */
  readonly oversize?: number;
  /** The copy's options as JSON text. */
  readonly options: string;
  /** Everything that restoring the copy takes. */
  readonly headers: Readonly<Record<string, Json>>;
}

/** What the main queue knows of the job that a copy was made of. */
export interface KnownOriginal {
  readonly name: string;
  readonly isFailed: boolean;
  /** Its data as JSON text; absent where it was not asked for. */
  readonly data?: string;
  readonly reason: string;
  readonly stack: readonly string[];
  readonly attempts: number;
  readonly failedAt?: Date;
}
