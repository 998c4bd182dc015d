import type { JsonObject } from '../../../core/json.ts';

/** What a copy says about why its job died. */
export interface CopiedFailure {
  readonly reason?: string;
  /** One text an attempt, oldest first. */
  readonly stack?: readonly string[];
  readonly attempts?: number;
  readonly at?: Date;
}

/** The job that a copy was made of, as far as the copy tells. */
export interface CopiedOriginal {
  readonly id?: string;
  readonly queue?: string;
  readonly name?: string;
  /** The job's data as JSON text. */
  readonly body: string;
  readonly options: JsonObject;
  /** When the job itself was added. */
  readonly addedAt?: Date;
  readonly failure: CopiedFailure;
}

/** What a copy turned out to be. */
export type Reading =
  | { readonly kind: 'original'; readonly original: CopiedOriginal }
  /** Made of a job of another queue, or no letter at all. */
  | { readonly kind: 'elsewhere' }
  /** No wrapper is known in it: its data is the job's own, or a wrapper that mendq does not know. Only the original can tell. */
  | { readonly kind: 'bare' }
  /** Nobody can tell; a person decides. */
  | { readonly kind: 'unclear'; readonly why: string };

/** The reading of a copy that nobody can tell anything about. */
export function unclear(why: string): Reading {
  return { kind: 'unclear', why };
}
