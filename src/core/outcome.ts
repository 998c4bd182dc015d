/** How it ended for a letter. */
export type Outcome =
  | 'healed'
  | 'presumed'
  | 'returned'
  | 'settled'
  | 'discarded'
  | 'escalated'
  | 'parked'
  | 'superseded';

/**
 * Where a letter stands in the ledger. `seen` → `planned` → `claimed` → `intent` → `replayed` → an outcome.
 * A letter with an outcome other than `escalated` and `parked` is finished.
 */
export type LetterState = 'seen' | 'planned' | 'claimed' | 'intent' | 'replayed' | Outcome;

/** States in which a replay of the letter may be under way; one (job type, idempotency key) has at most one of them. */
export const IN_FLIGHT_STATES = ['claimed', 'intent', 'replayed'] as const satisfies readonly LetterState[];

/** States in which nothing more happens by itself. */
export const FINAL_STATES = [
  'healed',
  'presumed',
  'returned',
  'settled',
  'discarded',
  'escalated',
  'parked',
  'superseded',
] as const satisfies readonly Outcome[];

/** Every reason to hold a letter that this release knows. Letters that a later release holds for a reason of its own are left alone. */
export const HOLD_REASONS = [
  'backoff',
  'canary',
  'breaker',
  'key-in-flight',
  'fulfilment-in-progress',
  'fulfilment-failed',
  'source-blocked',
  'children',
] as const;

/** Why a planned letter is not acted on yet. */
export type HoldReason = (typeof HOLD_REASONS)[number];

/** What the broker was about to be told of a letter in state `intent`. Intents of a later release are left to it. */
export const INTENTS = ['replay', 'remove', 'recall'] as const;

export type Intent = (typeof INTENTS)[number];

/** What is known of a replay: from events, from the state of the message, or from the business database. */
export type ReplayProgress =
  | { readonly kind: 'waiting' | 'active' }
  | { readonly kind: 'completed'; readonly at?: Date; readonly startedAt?: Date }
  | { readonly kind: 'failed'; readonly at?: Date }
  | { readonly kind: 'gone' };
