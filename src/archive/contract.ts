import type { Diagnosis } from '../core/diagnosis.ts';
import type { LetterId, RawLetter } from '../core/dead-letter.ts';
import type { JsonObject } from '../core/json.ts';

/** A letter in cold storage, complete: restoring it brings back every byte. */
export interface ArchivedLetter {
  readonly id: LetterId;
  readonly letter: RawLetter;
  /** Absent where the letter was never decided. */
  readonly diagnosis?: Diagnosis;
  readonly archivedAt: Date;
  /** What happened to the letter, oldest first, where its content leaves the ledger with this. */
  readonly events?: readonly JsonObject[];
}

/** What one location of the archive holds. */
export interface ArchivedBatch {
  readonly location: string;
  readonly letters: readonly ArchivedLetter[];
  /** Set where it can't be read, or was changed by somebody else. */
  readonly problem?: string;
}

/** Cold storage. */
export interface ArchiveStore {
  /** For people: the folder or bucket. */
  readonly location: string;
  /**
   * Stores a batch durably (flushed to disk before it resolves) and returns the location of each letter, by index.
   * Storing the same letters again does no harm. Rejects with `MENDQ_E_ARCHIVE`; then nothing may be removed from a queue.
   */
  put(letters: readonly ArchivedLetter[]): Promise<readonly string[]>;
  /** Reads one letter back. Rejects with `MENDQ_E_ARCHIVE` where it is missing or its content hash does not hold. */
  get(location: string, id: LetterId): Promise<ArchivedLetter>;
  /** Gives everything that is stored, oldest first. Without it `mendq forget` says which letters have to be forgotten by hand. */
  scan?(): AsyncIterable<ArchivedBatch>;
  /**
   * Removes the content of letters for good, durably; the others at the location stay readable there. Letters that are
   * not there, or were forgotten before, are passed over. Returns how many it removed. Wanted together with `scan`.
   */
  forget?(location: string, ids: readonly LetterId[]): Promise<number>;
  /** Removes what was stored before this time, to the day; the last day may stay. Returns how many locations. Without it `policy.retention.archive` does nothing. */
  prune?(before: Date): Promise<number>;
}
