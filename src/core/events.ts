import type { Diagnosis, Verdict } from './diagnosis.ts';
import type { LetterId } from './dead-letter.ts';
import type { Json } from './json.ts';
import type { Operation } from './operation.ts';
import type { HoldReason, Outcome } from './outcome.ts';
import type { Signature } from './signature.ts';

/** The letter that an event speaks of. */
export interface LetterSummary {
  readonly id: LetterId;
  readonly queue: string;
  readonly name: string;
  readonly messageId: string;
  readonly signature: Signature;
  readonly round: number;
  /** The payload as it died; `undefined` where it is not JSON or not loaded. Not redacted: the listener is the application. The texts of events are. */
  readonly payload: Json | undefined;
}

/** Every event, with what it carries. Emitted after the ledger has recorded what they tell. */
export interface MendqEvents {
  /** A letter was decided: when it was seen first, again when something changed, or by a person's order. */
  'letter-decided': {
    readonly letter: LetterSummary;
    readonly diagnosis: Diagnosis;
    readonly verdict: Verdict;
    readonly operations: readonly Operation[];
    readonly repaired: Json | undefined;
  };
  /** The guard or the backoff made a letter wait. */
  'letter-held': { readonly letter: LetterSummary; readonly reason: HoldReason; readonly why: string; readonly until: Date };
  /** The broker accepted a replay. */
  'letter-replayed': { readonly letter: LetterSummary; readonly replayId: string; readonly repaired: boolean };
  /** It ended. `healed` is where an application tells its waiting user. */
  'letter-finished': {
    readonly letter: LetterSummary;
    readonly outcome: Outcome;
    readonly why: string;
    /** From the replay to the moment a worker started it, where the broker tells. */
    readonly replayMilliseconds?: number;
  };
  /** The broker had lost what the ledger says was done (restored from a backup): the letter is decided again. */
  'letter-rolled-back': { readonly letter: LetterSummary };
  /** Replays of a group kept failing; it tries again with one letter at `until`, or, without it, when a person has looked. */
  'breaker-opened': { readonly signature: Signature; readonly queue: string; readonly why: string; readonly until?: Date };
  /**
   * A model was asked about a kind of failure. `remedy`: its proposal is proved and in force, or waits for a person. `why`:
   * why there was no answer, or why nothing of it could be proved.
   */
  'kind-explained': { readonly signature: Signature; readonly queue: string; readonly explanation?: string; readonly why?: string; readonly remedy?: 'in-force' | 'proposed' };
  /** A queue could not be read or written; the pass goes on with the others. */
  'queue-failed': { readonly queue: string; readonly error: Error };
  'pass-started': { readonly queues: readonly string[] };
  /** How far the pass has come, after each batch. */
  'pass-progress': { readonly stage: 'reading' | 'acting' | 'watching'; readonly queue: string; readonly letters: number };
  /** `stripped`: finished letters whose content moved to the archive because its time was over. */
  'pass-finished': { readonly decided: number; readonly replayed: number; readonly stripped: number };
}

/** Emits an event. Listeners run synchronously; one that throws is reported and never stops the pass. */
export type Emit = <Name extends keyof MendqEvents>(name: Name, event: MendqEvents[Name]) => void;
