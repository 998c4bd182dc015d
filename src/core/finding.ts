/** One thing that `doctor` or an adapter's check found. */
export interface Finding {
  readonly severity: 'ok' | 'warning' | 'error';
  /** What was looked at: `ledger`, `queue invoices`, `schema parse-invoice`. */
  readonly subject: string;
  /** What was found, in one sentence. */
  readonly message: string;
  /** What to do about it; absent where nothing has to be done. */
  readonly fix?: string;
}
