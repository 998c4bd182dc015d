import type { HintEvents } from '../hint-events.ts';

/** A new copy is a letter. */
export const COPY_HINTS: HintEvents = { letter: ['added', 'waiting', 'delayed', 'failed'], outcome: [] };

/** What ends in the main queue is an outcome. */
export const JOB_HINTS: HintEvents = { letter: [], outcome: ['completed', 'failed', 'retries-exhausted'] };
