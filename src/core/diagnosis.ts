import type { Pointer } from './json-pointer.ts';

/** Why a letter died. */
export type Cause = 'transient' | 'malformed' | 'already-done' | 'hopeless' | 'defect' | 'unknown';

/** One fact that a decision rests on. */
export interface Evidence {
  /** Where the fact comes from: `schema`, `failure`, `fulfilment`, `policy`, `payload`, `ledger`, `broker`. */
  readonly source: string;
  /** The fact, in one sentence. Payload values in it are redacted like the payload. */
  readonly fact: string;
}

/** Text that the other side could not store although the schema admits it. */
export type RefusedText = 'four-byte-characters' | 'nul' | 'lone-surrogates' | 'unsupported-characters' | 'too-long';

/** What a store wants at a place: a type of its column, one of the documented values, or any value at all. */
export type StoreWish = 'integer' | 'number' | 'boolean' | 'string' | 'uuid' | 'date' | 'member' | 'value';

/** A value that a store refused although the schema admits it. */
export interface RefusedValue {
  readonly pointer: Pointer;
  readonly wants: StoreWish;
}

/** Cause and evidence. */
export interface Diagnosis {
  readonly cause: Cause;
  /** Name of the rule that decided, the same as its file in `diagnose/rules/`. */
  readonly rule: string;
  /** The reason in one sentence for a person. */
  readonly why: string;
  readonly evidence: readonly Evidence[];
  /** `certain`: the evidence admits no other reading. `likely`: a replay is safe, success is not sure. `none`: nobody knows. */
  readonly confidence: 'certain' | 'likely' | 'none';
  /** For `transient`: wait at least so long before the replay, in milliseconds, because the other side asked for it. */
  readonly retryAfterMilliseconds?: number;
  /** For `hopeless`: the payload is an attack, so that its source goes to the blocklist. */
  readonly malicious?: boolean;
  /** For `malformed`, where the payload passes its schema and the failure shows that a store refused its text. */
  readonly refusedText?: RefusedText;
  /** For `malformed`, where the payload passes its schema and the failure shows which value a store refused, and why. */
  readonly refusedValue?: RefusedValue;
}

/** What to do with a letter. */
export type Verdict = 'retry' | 'repair' | 'settle' | 'discard' | 'escalate';
