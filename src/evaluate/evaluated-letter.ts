import type { Verdict } from '../core/diagnosis.ts';
import type { Json } from '../core/json.ts';
import type { Signature } from '../core/signature.ts';
import type { Score } from './score.ts';

/** One letter with what mendq decides about it. */
export interface EvaluatedLetter {
  readonly id: string;
  readonly category: string;
  /** Absent where nobody knows. */
  readonly expected: Verdict | undefined;
  readonly verdict: Verdict;
  /** For `repair`. Not redacted: it is compared with what is expected. */
  readonly repairedPayload: Json | undefined;
  readonly score: Score;
  /** The reason for the verdict, in one sentence, redacted. */
  readonly why: string;
  /** Name of the rule that decided. */
  readonly rule: string;
  /** The kind of failure (F1), by which a script of answers names it. */
  readonly signature: Signature;
}
