import type { Operation } from './operation.ts';
import type { Signature } from './signature.ts';

/** Who wrote a remedy. */
export type RemedyOrigin = 'rule' | 'model' | 'human';

/** How far a remedy is trusted. */
export type RemedyState = 'proposed' | 'canary' | 'trusted' | 'revoked';

/** What a person may decide about a remedy. */
export type RemedyDecision = 'approve' | 'reject' | 'pin' | 'unpin';

/** A program of repair operations for one kind of failure, with its record. */
export interface Remedy {
  readonly signature: Signature;
  readonly operations: readonly Operation[];
  readonly origin: RemedyOrigin;
  readonly state: RemedyState;
  /** What it does: `discard` only after a person approved it. @defaultValue 'repair' */
  readonly verdict?: 'repair' | 'discard';
  /** The model that proposed it, as configured. */
  readonly model?: string;
  /** The wording of the question that it answers. */
  readonly promptVersion?: string;
  /** Letters for which it was proved, of `tried`, when it was proposed. */
  readonly proved?: number;
  readonly tried?: number;
  /** The cause, for a person. Written from shapes, holds no value of a payload. */
  readonly explanation?: string;
  /** True where replays that come back do not revoke it. */
  readonly pinned?: boolean;
  /** The person who approved or rejected it, and when. */
  readonly decidedBy?: string;
  readonly decidedAt?: Date;
}
