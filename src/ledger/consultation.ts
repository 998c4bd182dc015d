import type { ModelVerdict, ProposedProgram, ReaderLanguage } from '../core/model-answer.ts';
import type { Signature } from '../core/signature.ts';
import type { ModelFailureReason } from '../model/contract.ts';

/** What a model answered about a kind of failure, or why it did not. Holds no value of a letter. */
export interface Consultation {
  readonly signature: Signature;
  readonly queue: string;
  readonly name: string;
  /** As configured. */
  readonly model: string;
  /** The version that answered, as the provider names it. */
  readonly modelVersion?: string;
  readonly promptVersion: string;
  readonly askedAt: Date;
  readonly outcome: 'answered' | ModelFailureReason;
  readonly verdict?: ModelVerdict;
  readonly explanation?: string;
  readonly language?: ReaderLanguage;
  readonly programs?: readonly ProposedProgram[];
  /** Letters for which the accepted program was proved, of `tried`. */
  readonly proved?: number;
  readonly tried?: number;
  /** Why there was no answer, or why nothing of it could be proved. */
  readonly why?: string;
  /** When a failed question may be asked again. */
  readonly askAgainAt?: Date;
}

/** Which kinds are open: nobody could decide their letters, and no model has answered in this wording. */
export interface OpenKindsRequest {
  readonly limit: number;
  readonly model: string;
  readonly promptVersion: string;
  readonly now: Date;
}

/** A group whose letters wait for a person because nothing decides them. */
export interface OpenGroup {
  readonly signature: Signature;
  readonly queue: string;
  readonly name: string;
  /** Letters that wait. */
  readonly letters: number;
}

/** Calls of one model for one queue on one day of UTC. */
export interface ModelSpend {
  /** `2026-11-30` */
  readonly day: string;
  readonly model: string;
  readonly queue: string;
  readonly calls: number;
  readonly answered: number;
  readonly failed: number;
  /** Calls whose end is not recorded; they count with the most that they can have cost. */
  readonly open: number;
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  /** Tokens that count against the limits, open calls included. */
  readonly tokens: number;
  /** US dollars of the calls whose price is known. */
  readonly money: number;
  /** Calls without a known price. */
  readonly unpriced: number;
}
