import type { LetterId, RawLetter } from '../core/dead-letter.ts';
import type { Diagnosis } from '../core/diagnosis.ts';
import type { HoldReason, Intent, LetterState } from '../core/outcome.ts';
import type { Plan } from '../core/plan.ts';
import type { Signatures } from '../core/signature.ts';

/** A letter as the ledger keeps it. */
export interface LetterRecord {
  readonly id: LetterId;
  /** The letter as it was read, with its original bytes. */
  readonly letter: RawLetter;
  readonly round: number;
  readonly state: LetterState;
  /** Absent until the letter is decided. */
  readonly decision?: RecordedDecision;
  readonly hold?: HoldReason;
  /** When a planned letter may be acted on. */
  readonly dueAt?: Date;
  /** Set in state `intent`; absent where an earlier release wrote the intent. */
  readonly intent?: Intent;
  readonly replayId?: string;
  readonly replayedAt?: Date;
  readonly outcomeAt?: Date;
  /** The last reason, in one sentence. */
  readonly why: string;
  readonly lease?: Lease;
  /** Set where the content was emptied (`Ledger.strip`): body, headers, failure and message id are empty, and nothing acts on the letter any more. */
  readonly stripped?: true;
  /** Set beside `stripped` where that was done for a data subject, so that nothing can bring the content back. */
  readonly forgotten?: true;
}

/** Who works on a letter, and until when nobody else may. */
export interface Lease {
  readonly owner: string;
  readonly until: Date;
}

/** What was decided, with everything that carrying it out needs. */
export interface RecordedDecision {
  readonly signatures: Signatures;
  readonly diagnosis: Diagnosis;
  readonly plan: Plan;
  readonly idempotencyKey?: string;
  /** Revision of the configuration that decided, so that escalated letters are decided anew when it changes. */
  readonly revision: string;
}
