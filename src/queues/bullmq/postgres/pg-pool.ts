/** A result as the pg driver gives it. */
export interface PgResult {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly rowCount: number | null;
}

/** The part of a checked-out pg client that mendq relies on. */
export interface PgClientLike {
  query(text: string, values?: unknown[]): Promise<PgResult>;
  release(destroy?: Error | boolean): void;
  on(event: 'notification', listener: (message: { readonly channel: string; readonly payload?: string | undefined }) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  removeListener(event: string, listener: (...values: unknown[]) => void): unknown;
}

/** The part of a `pg.Pool` that mendq relies on; `pglitePool` has it too. */
export interface PgPoolLike {
  query(text: string, values?: unknown[]): Promise<PgResult>;
  connect(): Promise<PgClientLike>;
  end(): Promise<void>;
}

/** Options of a `pg.Pool`, with BullMQ's own `schema`. */
export interface PgPoolConfig {
  readonly connectionString?: string;
  readonly host?: string;
  readonly port?: number;
  readonly user?: string;
  readonly password?: string;
  readonly database?: string;
  readonly ssl?: boolean | object;
  /** Schema that BullMQ's tables are in. @defaultValue `'bullmq'` */
  readonly schema?: string;
}
