import type { ModelCaps } from './contract.ts';

/** How much a model may be asked. */
export interface ModelLimits {
  readonly caps: ModelCaps;
  /** Most characters of a question; a longer one is not asked. */
  readonly inputCharacters: number;
  /** Most tokens of an answer, thinking included. */
  readonly outputTokens: number;
  /** How long an answer may take, in milliseconds. */
  readonly timeout: number;
  /** How long one `ask` waits for the provider altogether where it is busy or down, in milliseconds. */
  readonly patience: number;
  /** Most calls for one question where the provider is busy or down. */
  readonly tries: number;
}

/** What holds where the user says nothing. */
export const DEFAULT_MODEL_LIMITS: ModelLimits = {
  caps: { callsPerSignatureAndDay: 3, tokensPerQueueAndDay: 200_000, tokensPerDay: 1_000_000, moneyPerDay: 1 },
  inputCharacters: 24_000,
  outputTokens: 2000,
  timeout: 60_000,
  patience: 120_000,
  tries: 3,
};
