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
  /** Set where a person ordered this, so that mendq's own verdict no longer counts. */
  readonly order?: PersonOrder;
}

/** A person's order. It overrides the limits that keep mendq from acting by itself, never the claim or the question whether the work was done. */
export interface PersonOrder {
  /** Who ordered it, as the audit names them. */
  readonly by: string;
  /** `letter`: rounds, breaker and canary don't hold it. `group`: the rounds don't; the group goes step by step. */
  readonly scope: 'letter' | 'group';
}

/** How many runs a replayed message gets. The broker's own epoch counter is never reset. */
export type ReplayAttempts = 'full' | 'single';
