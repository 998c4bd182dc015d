import type { Json, JsonType } from './json.ts';
import type { PointerPattern } from './json-pointer.ts';
import type { IssueCode } from './payload-schema.ts';

/**
 * How far an operation goes. `lossless`: same value, other form. `default`: a value that the schema or the user
 * states. `lossy`: something is dropped. `content`: anything else. Ordered from safe to unsafe.
 */
export type OperationClass = 'lossless' | 'default' | 'lossy' | 'content';

/** When an operation may act: only where the schema complains in this way about a value of this type. */
export interface OperationGuard {
  /** `'any'` for operations that act without an issue (tidy, lossy stripping after a refused write). */
  readonly code: IssueCode | 'any';
  readonly received: JsonType;
}

/** One step of a repair, as plain data: storable, auditable, free of code. */
export interface Operation {
  /** Name of the operation, the same as its file in `repair/operations/`. */
  readonly name: string;
  readonly class: OperationClass;
  /** Where it acts; `[*]` stands for any array element. */
  readonly path: PointerPattern;
  readonly when: OperationGuard;
  /** Parameters: a target key, a default value, a format name. */
  readonly with?: Json;
}

/** Most operations a plan may hold (design, section 2). */
export const MAX_OPERATIONS = 8;
