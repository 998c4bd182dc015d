/** What mendq could read from a failure report. Every text is bounded and was written by somebody else. */
export interface ParsedFailure {
  /** The error class that the stack names: `ZodError`, `TypeError`, `PrismaClientKnownRequestError`; `''` where none is named. */
  readonly errorClass: string;
  /** The most telling code: `ECONNRESET`, `23505`, `ER_DUP_ENTRY`, `401`; absent where none was found. */
  readonly code?: string;
  /** HTTP status of the answer that the worker got, where the failure tells one. */
  readonly httpStatus?: number;
  /** How long the other side asked to wait, in milliseconds (Retry-After, RetryInfo). */
  readonly retryAfterMilliseconds?: number;
  /** The message, cut to 4 KB. */
  readonly message: string;
  /** The message with values masked: equal for failures of one kind. */
  readonly template: string;
  /** Frames of the application's own code, newest first, as `function@path` without line numbers; at most 5. */
  readonly ownFrames: readonly string[];
  /** Errors that caused this one, outermost first. */
  readonly causes: readonly FailureCause[];
  /** Further facts that a library's own format states: column, constraint, key value, phase of a connection. */
  readonly details: Readonly<Record<string, string>>;
  /** The library whose format was recognised, or `'unknown'`. */
  readonly library: string;
  /**
   * What earlier attempts failed with, newest first, where it was something else than the last failure: an attempt
   * that timed out may have acted, whatever the last one says. Absent where all known attempts failed alike.
   */
  readonly earlier?: readonly ParsedFailure[];
}

/** One link of an error's cause chain, or one member of an AggregateError. */
export interface FailureCause {
  readonly errorClass: string;
  readonly code?: string;
  readonly message: string;
}
