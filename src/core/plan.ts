import type { Verdict } from './diagnosis.ts';
import type { Operation } from './operation.ts';

/** What mendq intends to do with one letter, complete enough to be carried out after a crash. */
export interface Plan {
  readonly verdict: Verdict;
  /** The program, for `repair`; empty otherwise. */
  readonly operations: readonly Operation[];
  /** The repaired body, for `repair`. */
  readonly body?: Uint8Array;
  /** `full`: all attempts again. `single`: one run, so that a wrong repair costs one. */
  readonly attempts: ReplayAttempts;
  /** The proofs that the repair passed, by name, in the order in which they ran. */
  readonly proofs: readonly string[];
}

/** How many runs a replayed message gets. The broker's own epoch counter is never reset. */
export type ReplayAttempts = 'full' | 'single';
