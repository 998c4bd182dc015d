import type { DeadLetter } from './dead-letter.ts';
import type { ParsedFailure } from './failure.ts';
import type { JobType } from './job-type.ts';
import type { SchemaIssue } from './payload-schema.ts';
import type { Signatures } from './signature.ts';

/** What the user's schema says of the payload as it died. */
export type SchemaCheck =
  /** The job type has no schema, or the payload could not be read at all. */
  | { readonly kind: 'unchecked'; readonly why: string }
  | { readonly kind: 'valid' }
  | { readonly kind: 'invalid'; readonly issues: readonly SchemaIssue[] }
  /** The validator threw or exceeded its time limit. */
  | { readonly kind: 'failed'; readonly problem: string };

/** A letter with its failure parsed, its payload checked and its kind signed: all that a diagnosis may look at. */
export interface InspectedLetter {
  readonly letter: DeadLetter;
  readonly jobType: JobType;
  readonly failure: ParsedFailure;
  readonly schemaCheck: SchemaCheck;
  readonly signatures: Signatures;
}
