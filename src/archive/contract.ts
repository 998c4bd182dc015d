import type { Diagnosis } from '../core/diagnosis.ts';
import type { LetterId, RawLetter } from '../core/dead-letter.ts';

/** A letter in cold storage, complete: restoring it brings back every byte. */
export interface ArchivedLetter {
  readonly id: LetterId;
  readonly letter: RawLetter;
  readonly diagnosis: Diagnosis;
  readonly archivedAt: Date;
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
}
