import type { Operation } from './operation.ts';
import type { Signature } from './signature.ts';

/** Who wrote a remedy. */
export type RemedyOrigin = 'rule' | 'model' | 'human';

/** How far a remedy is trusted. */
export type RemedyState = 'proposed' | 'canary' | 'trusted' | 'revoked';

/** A program of repair operations for one kind of failure, with its record. */
export interface Remedy {
  readonly signature: Signature;
  readonly operations: readonly Operation[];
  readonly origin: RemedyOrigin;
  readonly state: RemedyState;
}
