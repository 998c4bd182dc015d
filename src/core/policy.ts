import type { ErrorMeaning } from './job-type.ts';

/** Every number that steers healing. All durations are milliseconds. */
export interface Policy {
  /** Replays of one message before mendq stops and hands it to a person. @defaultValue 3 */
  readonly rounds: number;
  /** Waiting times of transient letters: full jitter under `min(cap, base * factor ** round)`. */
  readonly backoff: { readonly base: number; readonly factor: number; readonly cap: number };
  /** How many replays of a group may be in flight before their outcomes are known, step by step; begun anew after each return and each rest. */
  readonly canary: readonly number[];
  /**
   * A group whose replays return at more than `returnRate`, after at least `minimum` recent outcomes, is stopped. Where
   * the cause is transient it may try again with one letter after `coolDown` milliseconds, twice as long after each
   * further failure, at most an hour.
   */
  readonly breaker: { readonly returnRate: number; readonly minimum: number; readonly coolDown: number };
  /** How long a replay may show no sign of failure before it counts as presumed, where the broker proves nothing. */
  readonly settleAfter: number;
  /** Time limit of every hook of the user's (`fulfilled`, async validators). */
  readonly hookTimeout: number;
  /** How long a claim of a letter lasts before another process may take the letter over. */
  readonly lease: number;
  /** How long a held letter waits before it is looked at again, where nothing tells earlier. */
  readonly holdRetry: number;
  /** Bodies above this many bytes are not loaded; their letters go to a person. */
  readonly payloadBytes: number;
  /** How long the source of a malicious letter stays on the blocklist. */
  readonly blockFor: number;
  /**
   * How long the content of finished letters is kept. After `payloads` it moves from the ledger to the archive, which
   * `archive` prunes by whole days; `undefined` keeps for ever. What was done stays in the ledger without its content.
   */
  readonly retention: { readonly payloads: number | undefined; readonly archive: number | undefined };
  /** The application's own error names. */
  readonly errors: Readonly<Record<string, ErrorMeaning>>;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** The defaults: backoff base 30 s, factor 2, cap 1 h; canary 1, 10, 100; breaker at 20 %; 3 rounds; settled after 10 minutes; payloads of finished letters kept for 90 days, archives for ever. */
export const DEFAULT_POLICY: Policy = {
  rounds: 3,
  backoff: { base: 30 * SECOND, factor: 2, cap: 60 * MINUTE },
  canary: [1, 10, 100],
  breaker: { returnRate: 0.2, minimum: 3, coolDown: 5 * MINUTE },
  settleAfter: 10 * MINUTE,
  hookTimeout: 5 * SECOND,
  lease: 60 * SECOND,
  holdRetry: 30 * SECOND,
  payloadBytes: 8 * 1024 * 1024,
  blockFor: 30 * DAY,
  retention: { payloads: 90 * DAY, archive: undefined },
  errors: {},
};
