import type { ModelAnswer } from '../core/model-answer.ts';
import type { Signature } from '../core/signature.ts';

/** What is asked about one kind of failure. Its texts hold shapes and names, no value of a payload. */
export interface ModelQuestion {
  readonly signature: Signature;
  readonly queue: string;
  /** Names the wording of the question, so that answers to another one are told apart: `p1`. */
  readonly promptVersion: string;
  /** What holds for every question. */
  readonly system: string;
  readonly prompt: string;
  /** Names of the operations that an answer may use; a program with another one is dropped. */
  readonly operations: readonly string[];
}

/** What a call used. Thinking counts as output. */
export interface ModelUsage {
  /** The version that answered, as the provider names it. */
  readonly modelVersion?: string;
  readonly inputTokens: number;
  /** Those of `inputTokens` that were read from a cache. */
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  readonly milliseconds: number;
}

/**
 * Why there is no answer. `refused`: the provider's filters; `truncated`: the answer ran out of tokens; `malformed`: it is
 * not of the asked form; `rate-limited` and `unavailable` pass; `quota` is that of a day; `rejected`: key, rights or
 * request; `retired`: the model is not there; `timed-out`; `budget`: one of the user's own limits.
 */
export type ModelFailureReason = 'refused' | 'truncated' | 'malformed' | 'rate-limited' | 'quota' | 'unavailable' | 'rejected' | 'retired' | 'timed-out' | 'budget';

/** An answer, or why there is none. */
export type ModelReply =
  | { readonly kind: 'answered'; readonly answer: ModelAnswer; readonly usage: ModelUsage }
  | {
      readonly kind: 'failed';
      readonly reason: ModelFailureReason;
      /** One sentence for a person; holds nothing of the question. */
      readonly why: string;
      /** How long the provider asked to wait, in milliseconds. */
      readonly retryAfterMilliseconds?: number;
      /** No call has a chance before this time. */
      readonly until?: Date;
      /** What the call used. Absent where nobody can know, as after a time-out: then it counts as its worst case. */
      readonly usage?: ModelUsage;
    };

/** A language model, whoever provides it. */
export interface ModelPort {
  /** As configured: `gemini-3.5-flash-lite`. */
  readonly id: string;
  /** One call, one attempt. Never rejects: whatever goes wrong is a reply. */
  ask(question: ModelQuestion, signal: AbortSignal): Promise<ModelReply>;
}

/** Asks within the user's limits and through passing outages. Never rejects. */
export interface ModelAdviser {
  readonly id: string;
  /**
   * Asks about each kind of failure, at most two at the same time, waiting out what passes (`retryAfterMilliseconds`).
   * Replies stand at the index of their question.
   */
  ask(questions: readonly ModelQuestion[], signal: AbortSignal): Promise<readonly ModelReply[]>;
}

/** Limits of the user. Days are those of UTC. */
export interface ModelCaps {
  readonly callsPerSignatureAndDay: number;
  readonly tokensPerQueueAndDay: number;
  readonly tokensPerDay: number;
  /** US dollars. Calls to a model without a known price count for nothing here. */
  readonly moneyPerDay: number;
}

/** A call about to be made, with the most that it can cost. */
export interface ModelCallReservation {
  readonly id: string;
  readonly signature: Signature;
  readonly queue: string;
  /** As configured. */
  readonly model: string;
  readonly promptVersion: string;
  /** `money` in US dollars; absent where no price is known. */
  readonly worst: { readonly tokens: number; readonly money?: number };
  readonly caps: ModelCaps;
  readonly now: Date;
}

/** Whether a call may be made. `used` and `limit` are in the unit of the cap; both are 0 for `blocked`. */
export type ModelCallPermit =
  | { readonly kind: 'reserved' }
  | {
      readonly kind: 'refused';
      /** `blocked`: the provider has said that no call has a chance before `until`. */
      readonly cap: keyof ModelCaps | 'blocked';
      readonly used: number;
      readonly limit: number;
      /** When it is worth asking again. */
      readonly until: Date;
    };

/** What became of a call. */
export interface ModelCallSettlement {
  readonly outcome: 'answered' | ModelFailureReason;
  /** The version that answered, as the provider names it. */
  readonly modelVersion?: string;
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  /** US dollars; absent where no price is known. */
  readonly money?: number;
  readonly milliseconds: number;
  /** No call of this model has a chance before. */
  readonly blockedUntil?: Date;
  readonly now: Date;
}

/** Where calls are counted, by all processes together. */
export interface ModelLedger {
  /**
   * Takes the worst case from every cap at once, or from none. A reservation counts in full until it is settled; one that
   * never is, because its process died, counts until the day is over.
   */
  reserveModelCall(call: ModelCallReservation): Promise<ModelCallPermit>;
  /** Puts what was used in the place of what was reserved. False where the call is unknown or settled already. */
  settleModelCall(id: string, settlement: ModelCallSettlement): Promise<boolean>;
}
