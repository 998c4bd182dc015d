/** A result as PGlite gives it. */
export interface PgliteResult {
  readonly rows: Record<string, unknown>[];
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
  readonly affectedRows?: number;
  readonly rowCount?: number;
  readonly command?: string;
}

/** How a statement is to be answered. */
export interface PgliteQueryOptions {
  readonly parsers?: Record<number, (text: string) => unknown>;
  readonly rowMode?: 'array' | 'object';
}

/** A transaction that PGlite has opened: while it is, PGlite does nothing else. */
export interface PgliteTransaction {
  query(text: string, values?: unknown[], options?: PgliteQueryOptions): Promise<unknown>;
  exec(text: string, options?: PgliteQueryOptions): Promise<unknown[]>;
  rollback(): Promise<void>;
}

/** The part of PGlite that the pool relies on, so that the package itself is not needed here. */
export interface PgliteLike {
  query(text: string, values?: unknown[], options?: PgliteQueryOptions): Promise<unknown>;
  exec(text: string, options?: PgliteQueryOptions): Promise<unknown[]>;
  transaction(callback: (transaction: PgliteTransaction) => Promise<void>): Promise<unknown>;
  listen(channel: string, callback: (payload: string) => void): Promise<() => Promise<void>>;
}
