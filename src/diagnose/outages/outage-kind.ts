/**
 * How a failure of something outside the worker went.
 * `not-sent`: nothing had left the worker. `refused`: the other side said that it did nothing for now.
 * `cut`: the work may have been done, only the answer is missing. `rolled-back`: a database undid the transaction.
 */
export type OutageKind = 'not-sent' | 'refused' | 'cut' | 'rolled-back';

/** An outage with what shows it, as the end of a sentence. */
export interface Outage {
  readonly kind: OutageKind;
  readonly what: string;
}

/** Outages by the code of the failure. */
export type OutageTable = Readonly<Record<string, Outage>>;
