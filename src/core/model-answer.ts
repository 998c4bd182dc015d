/** What a model may conclude. There is no verdict that removes a letter: `hopeless` only asks a person. */
export type ModelVerdict = 'unknown' | 'repair' | 'hopeless' | 'transient' | 'defect';

/** All of them, first the one that costs nothing to give. */
export const MODEL_VERDICTS: readonly ModelVerdict[] = ['unknown', 'repair', 'transient', 'defect', 'hopeless'];

/** One step that a model proposes, from the closed list of operations. */
export interface ProposedOperation {
  /** Name of an operation of `repair/operations/`. */
  readonly operation: string;
  /** JSON Pointer pattern; keys that the schema does not know stand under their alias (`?1`). */
  readonly path: string;
  /** A key of the schema, an alias or a pointer, where the operation needs one; never a value. */
  readonly argument: string | null;
}

/** One candidate program. */
export interface ProposedProgram {
  readonly operations: readonly ProposedOperation[];
}

/** What a model answered, checked for its form only: nothing in it is true until it is proved. */
export interface ModelAnswer {
  /** What the verdict rests on, in the words of the question. */
  readonly evidence: readonly string[];
  /** The cause in one or two sentences for a person, in the language that was asked for. */
  readonly explanation: string;
  readonly verdict: ModelVerdict;
  /** At most `MAX_PROGRAMS`. */
  readonly programs: readonly ProposedProgram[];
}

/** Most pieces of evidence that are kept of an answer. */
export const MAX_EVIDENCE = 8;

/** Most candidate programs of one answer. */
export const MAX_PROGRAMS = 3;

/** Most sample letters whose shape one question shows. */
export const MAX_SAMPLES = 3;

/** Languages in which a cause is explained. */
export type ReaderLanguage = 'en' | 'zh-CN';
