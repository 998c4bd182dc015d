import type { DeadLetter, LetterId } from './dead-letter.ts';
import type { Json } from './json.ts';

/**
 * The business database's answer to "was the work of this letter already done?".
 * `unknown`: no hook is configured. `failed`: the hook threw, answered nonsense or exceeded its time limit.
 */
export type Fulfilment = 'yes' | 'no' | 'in-progress' | 'unknown' | 'failed';

/** An answer with what went wrong, for `failed`. */
export interface FulfilmentAnswer {
  readonly fulfilment: Fulfilment;
  readonly problem?: string;
}

/** A letter together with the payload that the question is about (the repaired one, where there is one). */
export interface FulfilmentQuestion {
  readonly letter: DeadLetter;
  readonly payload: Json;
}

/** Asks the business database now, one call for many letters where the user gave `fulfilledMany`. Never rejects. */
export type AskFulfilment = (questions: readonly FulfilmentQuestion[]) => Promise<ReadonlyMap<LetterId, FulfilmentAnswer>>;
