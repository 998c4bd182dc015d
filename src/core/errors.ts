const MARKER = Symbol.for('mendq.error');

/** What every error of mendq carries. */
export interface MendqErrorOptions {
  /** One sentence that says what to do. */
  readonly hint?: string;
  /** Facts for logs; never secrets. */
  readonly context?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** Stable codes. They are never translated and never reused. */
export type MendqErrorCode =
  | 'MENDQ_E_CONFIG'
  | 'MENDQ_E_USAGE'
  | 'MENDQ_E_NOT_FOUND'
  | 'MENDQ_E_CONFLICT'
  | 'MENDQ_E_BROKER_UNREACHABLE'
  | 'MENDQ_E_BROKER_REFUSED'
  | 'MENDQ_E_BROKER_VERSION'
  | 'MENDQ_E_LEDGER_UNREACHABLE'
  | 'MENDQ_E_LEDGER_LOCKED'
  | 'MENDQ_E_LEDGER_TOO_NEW'
  | 'MENDQ_E_LEDGER_CORRUPT'
  | 'MENDQ_E_SCHEMA_THREW'
  | 'MENDQ_E_SCHEMA_UNSUPPORTED'
  | 'MENDQ_E_ARCHIVE'
  | 'MENDQ_E_MISSING_PACKAGE'
  | 'MENDQ_E_INTERRUPTED'
  | 'MENDQ_E_INTERNAL';

/**
 * The base of every error that mendq throws. Expected outcomes (a refused guard, a lost race) are values, not errors.
 * `isMendqError` also recognises errors of a second copy of the package.
 */
export class MendqError extends Error {
  readonly code: MendqErrorCode;
  /** True where the same call may succeed later without anybody changing anything. */
  readonly retryable: boolean;
  readonly hint: string | undefined;
  readonly context: Readonly<Record<string, unknown>>;

  constructor(code: MendqErrorCode, message: string, options: MendqErrorOptions & { readonly retryable?: boolean } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'MendqError';
    this.code = code;
    this.retryable = options.retryable ?? false;
    this.hint = options.hint;
    this.context = options.context ?? {};
    Object.defineProperty(this, MARKER, { value: true });
  }
}

/** True for errors of mendq, also where the package is installed twice. */
export function isMendqError(error: unknown): error is MendqError {
  return typeof error === 'object' && error !== null && MARKER in error;
}

/** The message of anything thrown, cut to 500 characters, the passwords of URLs hidden. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message || error.name : String(error);
  const text = message.slice(0, 2000).replaceAll(/:\/\/([^\s:@/]*):[^\s"',]*@/g, '://$1:***@').replaceAll(/([?&](?:password|pass|auth|token)=)[^\s&#]*/gi, '$1***');
  return text.length > 500 ? `${text.slice(0, 500)}…` : text;
}

/** A configuration that can't be used: what, where in the configuration, what to do. */
export function configError(where: string, problem: string, hint: string, cause?: unknown): MendqError {
  return new MendqError('MENDQ_E_CONFIG', `${where}: ${problem}`, { hint, context: { where }, cause });
}
