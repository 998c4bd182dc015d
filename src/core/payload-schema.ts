import type { Json, JsonObject, JsonType } from './json.ts';
import type { Pointer } from './json-pointer.ts';

/** The kinds of disagreement between a payload and its schema, the same for every validation library. */
export type IssueCode =
  | 'type'
  | 'missing'
  | 'enum'
  | 'const'
  | 'format'
  | 'pattern'
  | 'too-short'
  | 'too-long'
  | 'too-small'
  | 'too-big'
  | 'multiple-of'
  | 'unknown-key'
  | 'union'
  | 'custom';

/** One disagreement, in words that do not depend on the library that found it. */
export interface SchemaIssue {
  /** Where it is. For `missing` and `unknown-key` the pointer names the member itself, not its parent. */
  readonly pointer: Pointer;
  readonly code: IssueCode;
  /** What the schema wants there: a type name, a format name, the allowed values joined by `|`, a bound; `''` where the library does not say. */
  readonly expected: string;
  /** The type found there, computed from the payload. */
  readonly received: JsonType;
  /** The library's own sentence, for people. May contain values of the payload. */
  readonly message: string;
}

/** Outcome of a validation: valid, or at least one issue, sorted by pointer and code. */
export type Validation = { readonly valid: true } | { readonly valid: false; readonly issues: readonly SchemaIssue[] };

/** A business schema, whatever library it was written with. */
export interface PayloadSchema {
  /** Where it came from: `zod4`, `zod3`, `json-schema`, `class-validator`, `joi`, `yup`, `standard:<vendor>`. */
  readonly kind: string;
  /**
   * Asks the user's own validator, which has the last word. Refinements, transforms and async checks run.
   * The payload is not changed. Rejects with `MENDQ_E_SCHEMA_THREW` where the validator throws or exceeds its time limit.
   */
  validate(payload: Json): Promise<Validation>;
  /**
   * The same answer without waiting, for validators that run no code of the user's. Absent for all others. Throws what
   * `validate` rejects with.
   */
  readonly validateNow?: (payload: Json) => Validation;
  /**
   * The schema of the *input* as JSON Schema 2020-12, `undefined` where the library can't express it.
   * Used to plan repairs and to read defaults, never to accept a result.
   */
  readonly jsonSchema: JsonObject | undefined;
}
